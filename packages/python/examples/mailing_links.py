"""Prints a signed link for each name. It needs the link key and no connection to the service: the film is made when a
person opens the link. python3 mailing_links.py PROJECT MOVIE https://films.example Ada Grace"""

import os
import sys
import time

from scenewright import film_link, link_key

project, movie, address, *names = sys.argv[1:]
key = link_key(os.environ["SCENEWRIGHT_SECRET"])
expires = int(time.time()) + 30 * 24 * 3600

for name in names:
    print(f"{name},{address}{film_link(key, project, movie + '.mp4', {'name': name, 'expires': expires})}")
