"""What this app announces. It knows nobody who listens."""

from django.dispatch import Signal

# A guest has signed in to an account: `guest` is about to be deleted, `user` takes over what is
# theirs. Sent once for each guest, in the transaction that deletes them, with the guest's row
# locked; a receiver that raises keeps everything as it was.
guest_joins = Signal()
