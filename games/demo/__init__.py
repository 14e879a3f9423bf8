"""People who do not exist and the games they have played, for somebody who looks around."""
