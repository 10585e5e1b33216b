#!/bin/sh
# Regenerates the spoken samples. Needs flite, festival with festvox-us-slt-hts, and ffmpeg (Debian packages of these names).
# Every word is invented; the voices are free (CMU ARCTIC).
set -eu
folder="$(dirname "$0")/dictations"
scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT

flite -voice rms -o "$scratch/ward.wav" -t "\
This is a sixty seven year old man with crushing chest pain for two hours. \
The pain radiates to the left arm. He denies fever and cough. \
Past medical history. Hypertension and type two diabetes. \
Medications. Metformin five hundred milligrams twice daily and lisinopril ten milligrams once daily. \
On examination blood pressure is one forty over ninety, heart rate one hundred and ten, \
oxygen saturation ninety four percent on room air. \
Impression. Possible acute coronary syndrome. \
Plan. Aspirin three hundred milligrams now, an E C G, and troponin."
ffmpeg -v error -y -i "$scratch/ward.wav" -ac 1 -ar 16000 -c:a libopus -b:a 24k \
  -bitexact -map_metadata -1 "$folder/ward-round.opus"
