"""Writes the fixture's folder: graphs and settings under the names of the public exports.

`export.py --model model.pt --out FOLDER [--split FOLDER]`; the decoder in two files goes to `--split`.
"""

import argparse
import json
import shutil
import tempfile
from pathlib import Path

import torch

from alphabet import (
    END, ENGLISH, FIRST_TIME, IDS, LANGUAGES, NO_SPEECH, POSITIONS, PREVIOUS, SIZE, SPACE, START,
    TRANSCRIBE, WINDOW_SECONDS, tokenizer_json,
)  # fmt: skip
from graphs import export_all
from network import HEADS, INNER, LAYERS, TEXT_POSITIONS, WIDTH, Whisper
from train import GUIDED_HEADS, GUIDED_LAYER


def settings():
    """The JSON files by name, with the fields of the public exports."""
    times = {
        'decoder_start_token_id': START, 'eos_token_id': END, 'bos_token_id': END,
        'pad_token_id': END,
    }  # fmt: skip
    config = {
        'model_type': 'whisper', 'architectures': ['WhisperForConditionalGeneration'],
        'is_encoder_decoder': True, 'vocab_size': SIZE, 'd_model': WIDTH, 'num_mel_bins': 80,
        'encoder_layers': LAYERS, 'encoder_attention_heads': HEADS, 'encoder_ffn_dim': INNER,
        'decoder_layers': LAYERS, 'decoder_attention_heads': HEADS, 'decoder_ffn_dim': INNER,
        'max_source_positions': POSITIONS, 'max_target_positions': TEXT_POSITIONS, **times,
    }  # fmt: skip
    generation = {
        **times, 'is_multilingual': True, 'no_timestamps_token_id': FIRST_TIME - 1,
        'lang_to_id': {f'<|{code}|>': IDS[f'<|{code}|>'] for code in LANGUAGES},
        'task_to_id': {'transcribe': TRANSCRIBE, 'translate': IDS['<|translate|>']},
        'prev_sot_token_id': PREVIOUS, 'max_initial_timestamp_index': POSITIONS // 2,
        'suppress_tokens': [IDS['<|translate|>'], IDS['<|startoflm|>'], NO_SPEECH],
        'begin_suppress_tokens': [IDS[SPACE], END], 'return_timestamps': True,
        'alignment_heads': [[GUIDED_LAYER, head] for head in GUIDED_HEADS],
        'forced_decoder_ids': [[1, ENGLISH], [2, TRANSCRIBE]],
    }  # fmt: skip
    preprocessor = {
        'feature_extractor_type': 'WhisperFeatureExtractor', 'processor_class': 'WhisperProcessor',
        'chunk_length': WINDOW_SECONDS, 'feature_size': 80, 'hop_length': 160, 'n_fft': 400,
        'n_samples': 16_000 * WINDOW_SECONDS, 'nb_max_frames': 100 * WINDOW_SECONDS,
        'sampling_rate': 16_000, 'padding_side': 'right', 'padding_value': 0.0,
        'return_attention_mask': False,
    }  # fmt: skip
    tokenizer_config = {
        'tokenizer_class': 'WhisperTokenizer', 'bos_token': '<|endoftext|>',
        'eos_token': '<|endoftext|>', 'pad_token': '<|endoftext|>', 'unk_token': '<|endoftext|>',
        'model_max_length': TEXT_POSITIONS, 'clean_up_tokenization_spaces': False,
    }  # fmt: skip
    return {
        'config.json': config, 'generation_config.json': generation,
        'preprocessor_config.json': preprocessor, 'tokenizer.json': tokenizer_json(),
        'tokenizer_config.json': tokenizer_config,
    }  # fmt: skip


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--model', type=Path, required=True)
    parser.add_argument('--out', type=Path, required=True)
    parser.add_argument('--split', type=Path)
    given = parser.parse_args()
    model = Whisper()
    model.load_state_dict(torch.load(given.model))
    (given.out / 'onnx').mkdir(parents=True, exist_ok=True)
    for name, content in settings().items():
        (given.out / name).write_text(json.dumps(content, ensure_ascii=False) + '\n')
    with tempfile.TemporaryDirectory() as scratch:
        encoder, first, later, merged = export_all(model, scratch)
        for path in (encoder, merged):
            shutil.copyfile(path, given.out / 'onnx' / path.name)
        if given.split is not None:
            given.split.mkdir(parents=True, exist_ok=True)
            for path in (first, later):
                shutil.copyfile(path, given.split / path.name)


if __name__ == '__main__':
    main()
