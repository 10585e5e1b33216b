"""The tokenizer of the fixture: a byte-level BPE in the shape of the public Whisper exports.

Vocabulary in Whisper's order: bytes, merges, <|endoftext|>, <|startoftranscript|>, languages,
tasks, <|startoflm|>, <|startofprev|>, <|nospeech|>, <|notimestamps|>, then the times.
"""

from voices import DIGITS

WINDOW_SECONDS = 6
POSITIONS = 50 * WINDOW_SECONDS
LANGUAGES = ('en', 'de')
SPACE = 'Ġ'
# Kept in two tokens each, so that words of several tokens are met.
SPLIT_WORDS = {'zero': ('ze', 'ro'), 'seven': ('se', 'ven')}


def byte_symbols():
    """Printable stand-ins of the 256 bytes, as in GPT-2: list indexed by byte."""
    plain = [*range(33, 127), *range(161, 173), *range(174, 256)]
    symbols, spare = {}, 0
    for byte in range(256):
        if byte in plain:
            symbols[byte] = chr(byte)
        else:
            symbols[byte] = chr(256 + spare)
            spare += 1
    return [symbols[byte] for byte in range(256)]


def merge_list():
    """Pairs in order of rank that spell the words; split words stay in two pieces."""
    merges = []
    pieces = []
    for word in DIGITS:
        head, tail = SPLIT_WORDS.get(word, (word, ''))
        pieces += [SPACE + head, *([tail] if tail else [])]
    for piece in pieces:
        for end in range(2, len(piece) + 1):
            pair = (piece[: end - 1], piece[end - 1])
            if pair not in merges:
                merges.append(pair)
    return merges


def special_tokens():
    """Special tokens in order of their numbers, without the times."""
    return [
        '<|endoftext|>', '<|startoftranscript|>', *(f'<|{code}|>' for code in LANGUAGES),
        '<|translate|>', '<|transcribe|>', '<|startoflm|>', '<|startofprev|>', '<|nospeech|>',
        '<|notimestamps|>',
    ]  # fmt: skip


SYMBOLS = byte_symbols()
MERGES = merge_list()
VOCABULARY = list(dict.fromkeys([*SYMBOLS, *(a + b for a, b in MERGES)]))
SPECIAL = special_tokens()
IDS = {token: number for number, token in enumerate([*VOCABULARY, *SPECIAL])}
END, START = IDS['<|endoftext|>'], IDS['<|startoftranscript|>']
ENGLISH, TRANSCRIBE = IDS['<|en|>'], IDS['<|transcribe|>']
PREVIOUS, NO_SPEECH = IDS['<|startofprev|>'], IDS['<|nospeech|>']
FIRST_TIME = len(IDS)
SIZE = FIRST_TIME + POSITIONS + 1


def word_tokens(word):
    """Numbers of the tokens of one digit with the space before it."""
    head, tail = SPLIT_WORDS.get(word, (word, ''))
    return [IDS[SPACE + head], *([IDS[tail]] if tail else [])]


def time_token(seconds):
    """Number of the nearest time within the window, in steps of 20 ms."""
    return FIRST_TIME + min(POSITIONS, max(0, round(seconds * 50)))


def tokenizer_json():
    """`tokenizer.json` as the tokenizers library writes it for Whisper."""
    times = [f'<|{step / 50:.2f}|>' for step in range(POSITIONS + 1)]
    added = [
        {
            'id': len(VOCABULARY) + place, 'content': token, 'single_word': False, 'lstrip': False,
            'rstrip': False, 'normalized': False, 'special': place < len(SPECIAL),
        }
        for place, token in enumerate([*SPECIAL, *times])
    ]  # fmt: skip
    byte_level = {'type': 'ByteLevel', 'add_prefix_space': False, 'trim_offsets': True}
    return {
        'version': '1.0',
        'truncation': None,
        'padding': None,
        'added_tokens': added,
        'normalizer': None,
        'pre_tokenizer': {**byte_level, 'use_regex': True},
        'post_processor': None,
        'decoder': {**byte_level, 'use_regex': True},
        'model': {
            'type': 'BPE', 'dropout': None, 'unk_token': '', 'continuing_subword_prefix': '',
            'end_of_word_suffix': '', 'fuse_unk': False, 'byte_fallback': False,
            'vocab': {token: number for number, token in enumerate(VOCABULARY)},
            'merges': [f'{a} {b}' for a, b in MERGES],
        },
    }  # fmt: skip
