#!/usr/bin/env python3
"""Checks a finished game of Kashi without Kashi.

    python3 kashi_verify.py RECORD.json      or - for standard input
    python3 kashi_verify.py GAMES.jsonl.gz   a month of the archive, or .jsonl: a record a line

One line says what was found, and the exit code is 0 where all of it holds. It needs Python 3.9 or
later and nothing else, and it shares no line with the server: a second opinion. Read it from top to
bottom. CC0: do with it what you like.

The promise that it checks, scheme kashi/1:
  1. Before the game the server drew 32 bytes, the seed, and showed their commitment:
     SHA-256("kashi/1|commit|" + game_id + "|" + seed). It cannot exchange the seed any more.
  2. Only then the player's side added 16 bytes of its own, client_seed. So the server could not
     choose a seed that suits it, and the player cannot know one that suits them.
  3. Every tile follows from these two and its number. Nobody can steer one.
  4. When the game has ended the seed is published, and everybody can do what is done here.
The record also makes claims: board, score and so on. Nothing of them is taken on trust.
"""

import gzip
import hashlib
import hmac
import json
import re
import sys
import zlib
from pathlib import Path

SCHEME = "kashi/1"


class Broken(Exception):
    """What does not hold, and at which ply (0: what was fixed before the first move). `code` says
    what it is about, in one word that stays: record, scheme, game_id, client_seed, shape, no_seed,
    seed, commitment, moves, letter, idle (a move that changes nothing), ended (a move after the
    end), think_ms, board, score, largest, won_at_move, over."""

    def __init__(self, ply, code, what):
        super().__init__(f"ply {ply}: {what}")
        self.ply = ply
        self.code = code


# ---- The tiles -----------------------------------------------------------------------------------


def commitment_of(seed, game_id):
    """What is published before the game."""
    return hashlib.sha256(f"{SCHEME}|commit|{game_id}|".encode() + seed).hexdigest()


def words(seed, message):
    """The stream of 64-bit words for one tile: four in each digest, one block after the other."""
    block = 0
    while True:
        digest = hmac.new(seed, f"{message}|{block}".encode(), hashlib.sha256).digest()
        for start in range(0, 32, 8):
            yield int.from_bytes(digest[start : start + 8], "big")
        block += 1


def pick(stream, m):
    """The first word that favours no result, modulo m."""
    return next(word for word in stream if word < 2**64 - 2**64 % m) % m


class Tiles:
    """The tiles of one game by their number: 0 and 1 open it, 2 follows the first move."""

    def __init__(self, seed, game_id, client_seed):
        self.seed = seed
        self.message = f"{SCHEME}|spawn|{game_id}|{client_seed}"

    def spawn(self, number, empties):
        """The cell, one of the empty ones, and the value of a new tile."""
        r = pick(words(self.seed, f"{self.message}|{number}"), 10 * len(empties))
        return empties[r // 10], 4 if r % 10 == 0 else 2


# ---- The rules -----------------------------------------------------------------------------------

WINS = {"2x4": 128, "3x3": 512, "3x4": 1024, "5x5": 8192}  # the tile that wins; elsewhere 2048


def lines_of(rows, columns):
    """The lines of cells that a push goes along, each from the edge that is pushed towards.
    Cells count row by row from the top left."""
    across = [[row * columns + column for column in range(columns)] for row in range(rows)]
    down = [list(line) for line in zip(*across)]
    return {
        "L": across,
        "R": [line[::-1] for line in across],
        "U": down,
        "D": [line[::-1] for line in down],
    }


def push(board, lines):
    """The board after one push and before the new tile, and the points. Pairs form from the edge,
    and a tile that this push has made takes no further one."""
    after = [0] * len(board)
    points = 0
    for line in lines:
        waiting = 0  # the tile placed last, if it may still take another
        places = iter(line)
        place = None
        for value in filter(None, (board[cell] for cell in line)):
            if value == waiting:
                after[place] = 2 * value
                points += 2 * value
                waiting = 0
            else:
                place = next(places)
                after[place] = waiting = value
    return after, points


def is_over(board, lines):
    """Whether no direction changes the board."""
    return all(push(board, way)[0] == board for way in lines.values())


# ---- The promise: what was fixed before the first move -------------------------------------------


def text(record, name):
    """A text of the record."""
    value = record.get(name)
    if not isinstance(value, str):
        raise Broken(0, name, f"{name} is not there, or is not text")
    return value


def promise(record):
    """Rows, columns and tiles: that the seed is the one that was committed to, and that the
    player's own part goes in."""
    if not isinstance(record, dict):
        raise Broken(0, "record", "a record is a JSON object")
    if record.get("scheme") != SCHEME:
        raise Broken(0, "scheme", f"the scheme is not {SCHEME}")
    game_id, client_seed = text(record, "game_id"), text(record, "client_seed")
    check_names(game_id, client_seed)
    shape = text(record, "shape")
    if not re.fullmatch("[2-8]x[2-8]", shape):
        raise Broken(0, "shape", f"not the shape of a board: {shape[:20]!a}")
    seed = seed_of(record)
    if commitment_of(seed, game_id) != text(record, "commitment"):
        raise Broken(0, "commitment", "the seed is not the one that was committed to")
    return int(shape[0]), int(shape[2]), Tiles(seed, game_id, client_seed)


def check_names(game_id, client_seed):
    """The two that go into every message; a daily challenge has the same tiles for everybody."""
    if not re.fullmatch("[0-9A-Za-z-]{1,64}", game_id):
        raise Broken(0, "game_id", "game_id is not 1 to 64 letters, digits and hyphens")
    if re.fullmatch("daily-[0-9]{4}-[0-9]{2}-[0-9]{2}", game_id):
        if client_seed != "-":
            raise Broken(0, "client_seed", "the client_seed of a daily challenge is -")
    elif not re.fullmatch("[0-9a-f]{32}", client_seed):
        raise Broken(0, "client_seed", "client_seed is not 32 lower-case hex digits")


def seed_of(record):
    """The 32 bytes of the seed."""
    if record.get("seed") is None:
        why = "the seed is not published yet; it is when the game has ended"
        raise Broken(0, "no_seed", why)
    digits = text(record, "seed")
    if not re.fullmatch("[0-9a-f]{64}", digits):
        raise Broken(0, "seed", "seed is not 64 lower-case hex digits")
    return bytes.fromhex(digits)


# ---- The game, ply by ply ------------------------------------------------------------------------

LONGEST_MS = 524224  # before a move; it stands for itself and everything above


def verify(record):
    """Plays the moves again with the tiles that follow from the seed, and compares all that the
    record claims. Returns how many moves there are and the score; raises Broken at the first thing
    that does not hold."""
    rows, columns, tiles = promise(record)
    moves = text(record, "moves")
    check_times(record.get("think_ms"), len(moves))
    lines, win = lines_of(rows, columns), WINS.get(record["shape"], 2048)
    board, score, won_at_move = [0] * (rows * columns), 0, None
    appear(board, tiles, 0)
    appear(board, tiles, 1)
    for ply, letter in enumerate(moves, start=1):
        if letter not in lines:
            raise Broken(ply, "letter", f"{letter!a} is none of U, R, D and L")
        after, points = push(board, lines[letter])
        if after == board:
            raise invalid(ply, letter, is_over(board, lines))
        board, score = after, score + points
        if won_at_move is None and win in board:
            won_at_move = ply
        appear(board, tiles, ply + 1)
    truths = {
        "board": [board[start : start + columns] for start in range(0, len(board), columns)],
        "score": score,
        "largest": max(board),
        "won_at_move": won_at_move,
        "over": is_over(board, lines),
    }
    compare(record, truths, len(moves))
    return len(moves), score


def check_times(times, moves):
    """The server's time before each move, in whole milliseconds."""
    if not isinstance(times, list) or len(times) != moves:
        raise Broken(0, "think_ms", "think_ms does not hold one time for each move")
    for ply, time in enumerate(times, start=1):
        if type(time) is not int or not 0 <= time <= LONGEST_MS:
            what = f"its think time is not a whole number from 0 to {LONGEST_MS}"
            raise Broken(ply, "think_ms", what)


def appear(board, tiles, number):
    """A new tile on one of the empty cells."""
    cell, value = tiles.spawn(number, [cell for cell, tile in enumerate(board) if not tile])
    board[cell] = value


def invalid(ply, letter, over):
    """What is wrong with a move that cannot be made."""
    why = "the game was over" if over else "it changes nothing"
    return Broken(ply, "ended" if over else "idle", f"{letter} is not a valid move: {why}")


# ---- The claims ----------------------------------------------------------------------------------


def compare(record, truths, ply):
    """What the record claims with what its moves lead to."""
    for name, truth in truths.items():
        if name not in record or not same(record[name], truth):
            claimed = json.dumps(record.get(name))[:80]
            what = f"{name} is {json.dumps(truth)}, the record says {claimed}"
            raise Broken(ply, name, what)


def same(claimed, truth):
    """Equal, and of one type all through: 1.0 and True are not 1."""
    if isinstance(truth, list):
        long = isinstance(claimed, list) and len(claimed) == len(truth)
        return long and all(map(same, claimed, truth))
    return type(claimed) is type(truth) and claimed == truth


# ---- The program ---------------------------------------------------------------------------------


def no_number(written):
    """NaN and Infinity, which JSON does not have."""
    raise ValueError(written)


def whole(digits):
    """The number, or its beginning where it is so long that Python refuses it: what no claim can
    truly be, whatever the rest of it is."""
    return int(digits[:4000])


def parse(source):
    """JSON in UTF-8; raises ValueError (or RecursionError, where it is nested too deeply)."""
    return json.loads(source.decode("utf-8-sig"), parse_int=whole, parse_constant=no_number)


def check_record(name):
    """One record: 0 when all of it holds."""
    source = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    try:
        moves, score = verify(parse(source))
    except (ValueError, RecursionError):
        print(f"{name!a} is not JSON")
    except Broken as broken:
        print(f"does not hold: {broken}")
    else:
        print(f"all of it holds: {moves} moves, {score} points")
        return 0
    return 1


class Digested:
    """A file that is read, and what its SHA-256 has become so far."""

    def __init__(self, file):
        self.file = file
        self.digest = hashlib.sha256()

    def read(self, size=-1):
        """As of the file."""
        part = self.file.read(size)
        self.digest.update(part)
        return part


def lines_in(file, packed):
    """The lines of an archive, one at a time: it may be larger than the memory."""
    if packed:
        with gzip.GzipFile(fileobj=file) as unpacked:
            yield from unpacked
    else:
        rest = b""
        while part := file.read(1 << 16):
            *whole, rest = (rest + part).split(b"\n")
            yield from whole
        if rest:
            yield rest


def check_archive(name):
    """Every line, and the checksum where one lies beside it: 0 when all of it holds."""
    games = moves = broken = 0
    with Path(name).open("rb") as opened:
        file = Digested(opened)
        for games, line in enumerate(lines_in(file, name.endswith(".gz")), start=1):
            try:
                moves += verify(parse(line))[0]
            except (ValueError, RecursionError):
                broken += 1
                print(f"line {games}: not JSON")
            except Broken as reason:
                broken += 1
                print(f"line {games}: does not hold: {reason}")
        if name.endswith(".gz") and not opened.tell():
            raise EOFError("it is empty, and so not packed with gzip")
    beside = Path(name + ".sha256")
    if beside.exists() and beside.read_text().split()[:1] != [file.digest.hexdigest()]:
        print("does not hold: the file is not the one its checksum was made of")
        return 1
    if broken:
        print(f"does not hold: {broken} of {games} games")
        return 1
    checksum = "its checksum" if beside.exists() else "no checksum"
    print(f"all of it holds: {games} games, {moves} moves, {checksum}")
    return 0


def main(arguments):
    """One line, and the exit code."""
    if len(arguments) != 1 or arguments[0] in ("-h", "--help"):
        print("usage: kashi_verify.py RECORD.json | GAMES.jsonl.gz | -", file=sys.stderr)
        return 2
    [name] = arguments
    archive = re.search(r"\.jsonl(\.gz)?$", name)
    try:
        return check_archive(name) if archive else check_record(name)
    except (OSError, EOFError, zlib.error) as error:  # the last two of a damaged .gz
        print(f"cannot read {name!a}: {getattr(error, 'strerror', None) or error}")
    except ValueError as error:
        print(f"cannot read {name!a}: {error}")
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
