"""Pictures of games for those who meet a link to one. Nothing here knows the site: what a picture
says comes in as text."""
