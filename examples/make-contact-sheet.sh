#!/bin/sh
# Makes contact-sheet.jpg, the picture of the README, anew: renders the three examples, the last of them three times
# with other values, and lays nine of their frames side by side.
set -eu
cd "$(dirname "$0")/.."
films=out/films

render() {
  film=$1
  template=$2
  shift 2
  node build/scenewright.mjs render "examples/$template.xml" --out "$films/$film.mp4" "$@"
}

render evening evening
render layers layers-and-effects
render greeting greeting
render greeting-winter greeting --var place=mountains.mp4 --var tint=#dfefff --var mood=0.4
render greeting-night greeting --var place=aurora.mp4 --var tint=#002b3a --var mood=1.5

inputs=
graph=
labels=
number=0
# A row is an example; a frame is named by its film and the second at which it is shown.
for frame in evening@1.5 evening@6 evening@13 layers@1 layers@4 layers@8 greeting@1 greeting-winter@1 greeting-night@1; do
  inputs="$inputs -ss ${frame#*@} -i $films/${frame%@*}.mp4"
  graph="$graph[$number:v]trim=end_frame=1,scale=400:225:flags=lanczos,setpts=$number[f$number];"
  labels="$labels[f$number]"
  number=$((number + 1))
done
# The inputs are words of their own: they are not quoted.
ffmpeg -v error -y $inputs \
  -filter_complex "$graph${labels}concat=n=$number,tile=3x3:padding=6:color=white[sheet]" \
  -map '[sheet]' -pix_fmt yuvj444p -frames:v 1 -q:v 2 examples/contact-sheet.jpg
