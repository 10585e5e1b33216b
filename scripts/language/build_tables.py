"""Builds the tables of models/clinical-language from the lists in terms/ and public vocabularies.

`build`: terms/*.txt, the Symptom Ontology (CC0) and the names of diseases and chemicals that the
training halves of NCBI Disease and BC5CDR (CC BY 4.0) annotate -> JSON, one entry a line.
Nothing is random. Words of a text are folded as src/language/text/fold.ts does when the tables load,
so spelling and plurals need no variants here.
"""
import argparse
import gzip
import json
import re
from pathlib import Path

TERMS = Path(__file__).parent / 'terms'
TYPES = {'symptoms': 'symptom', 'findings': 'finding', 'anatomy': 'anatomy',
         'procedures': 'procedure', 'labs': 'lab_test', 'medication-classes': 'medication'}
ABBREVIATION = re.compile(r'^(?=.*[A-Z])[A-Z0-9&/+.\-]{2,6}s?$')


def lines(name):
    """The lines of a list without its comments."""
    for line in (TERMS / f'{name}.txt').read_text(encoding='utf-8').splitlines():
        if line.strip() and not line.startswith('#'):
            yield line.strip()


def expand(text):
    """`{left,right} lung` -> both."""
    found = re.search(r'\{([^{}]*)\}', text)
    if not found:
        return [' '.join(text.split())]
    return [one for choice in found[1].split(',')
            for one in expand(text[:found.start()] + choice + text[found.end():])]


def is_initials(short, name):
    """Whether the letters of an abbreviation are those with which the words of a name begin."""
    letters = ''.join(word[0] for word in re.findall(r'[A-Za-z0-9]+', name)).lower()
    return re.sub(r'[^a-z0-9]', '', short.lower().removesuffix('s')) in (letters, letters[:-1])


def entry(names, code, sited):
    """One concept; `?` marks a name that can be something else: only abbreviations are kept."""
    plain = [name for name in names if not name.endswith('?')]
    doubtful = [name[:-1] for name in names if name.endswith('?') and ABBREVIATION.match(name[:-1])]
    made = {'name': plain[0]}
    if plain[1:]:
        made['synonyms'] = list(dict.fromkeys(plain[1:]))
    if doubtful:
        made['doubtful'] = doubtful
    if code:
        made['code'] = code
    if sited:
        made['sited'] = True
    return made


def groups_of(names):
    """Names that each are a concept, an abbreviation with the name before it."""
    groups = []
    for name in names:
        if groups and ABBREVIATION.match(name) and is_initials(name, groups[-1][0]):
            groups[-1].append(name)
        elif not name.endswith('?'):
            groups.append([name])
        elif groups:
            groups[-1].append(name)
    return groups


def concepts(name):
    """The concepts of a list, each name once in all."""
    seen = {}
    for line in lines(name):
        body, _, code = line.partition(' | ')
        sited = body.endswith('@')
        body = body.removesuffix('@')
        kind = body[0] if body[:2] in ('+ ', '* ') else ''
        body = body[2:] if kind else body
        if kind == '*':
            head, *rest = body.split(';')
            made = [[one] for one in expand(head)]
            if len(made) == 1:
                made = [made[0] + [part.strip() for part in rest]]
        else:
            names = [part.strip() for part in body.split(';') if part.strip()]
            made = groups_of(names) if kind == '+' else [names]
        for at, names in enumerate(made):
            fresh = [one for one in names if one.lower() not in seen]
            for one in fresh:
                seen[one.lower()] = True
            if fresh and not fresh[0].endswith('?'):
                yield entry(fresh, code.strip() if at == 0 else '', sited)


def mentions(path, kind):
    """Names that a file in IOB annotates, as written, and how often."""
    counted = {}
    words, open_kind = [], None
    with gzip.open(path, 'rt', encoding='utf-8') as rows:
        for row in [*rows, '\n']:
            parts = row.rstrip('\n').split('\t')
            tag = parts[-1] if len(parts) > 1 else 'O'
            if words and not (tag.startswith('I-') and tag[2:] == open_kind):
                name = ' '.join(words)
                counted[name] = counted.get(name, 0) + 1
                words = []
            if tag == f'B-{kind}':
                words, open_kind = [parts[0]], kind
            elif tag == f'I-{kind}' and words:
                words.append(parts[0])
    return counted


def tidy(name):
    """A name of the corpora as it would be written: `Parkinson ' s disease`."""
    text = re.sub(r" ' s\b", "'s", name)
    text = re.sub(r' ([-/]) ', r'\1', text)
    return re.sub(r'\s+', ' ', text).strip()


def usable(name):
    """Whole names of at least four letters; abbreviations are defined by the texts themselves."""
    bare = re.sub(r'[^A-Za-z]', '', name)
    return (len(bare) >= 4 and not ABBREVIATION.match(name) and '(' not in name and len(name) <= 60
            and not re.search(r'\b(?:or|and|of the|without|with|due to)\b', name)
            and not re.search(r'-(?:induced|associated|related)\b', name)
            and not re.fullmatch(r'[A-Z0-9 -]{1,8}', name))


def literature(data, kind, corpora, known, stop):
    """Names of the training halves that no list has."""
    found = {}
    for corpus in corpora:
        for name, count in mentions(data / 'clinical-text' / corpus / 'train.tsv.gz', kind).items():
            written = tidy(name)
            key = written.lower()
            if usable(written) and key not in known and key not in stop:
                found.setdefault(key, [written if written[1:] != key[1:] else key, 0])[1] += count
    return [{'name': name} for _, (name, _) in sorted(found.items())]


def symp(data):
    """Terms of the Symptom Ontology in force: identifier, name, exact synonyms."""
    with gzip.open(data / 'knowledge' / 'symp.obo.gz', 'rt', encoding='utf-8') as source:
        blocks = source.read().split('[Term]')[1:]
    for block in blocks:
        if 'is_obsolete: true' in block or block.count('\nis_a:') == 0:
            continue
        name = re.search(r'^name: (.*)$', block, re.M)[1]
        names = [name, *re.findall(r'^synonym: "(.*?)" EXACT', block, re.M)]
        yield re.search(r'^id: (\S+)', block, re.M)[1], names


VETERINARY = re.compile(
    r'symptom$|feather|wheelbarrow|hind limb|hopping|dropping|recumben|hemistand|hemiwalk|ears$|'
    r'(?:un)?coordination$|proprioception|multiple sites|lateroventral|dyspneic ent|crinkle|^wobble|'
    r'keratotic capsule|alteration$|^(?:discharge|hematogenous|caseation|blood pressure|symptom)$')


def join_symp(data, tables):
    """Adds the identifier to what is known, and what is not known as a symptom."""
    by_name = {}
    for table in ('findings', 'conditions', 'symptoms'):
        for one in tables[table]:
            for name in [one['name'], *one.get('synonyms', [])]:
                by_name[name.lower()] = one
    for identifier, names in symp(data):
        if VETERINARY.search(names[0]):
            continue
        match = next((by_name[name.lower()] for name in names if name.lower() in by_name), None)
        if match is None:
            match = {'name': names[0]}
            if names[1:]:
                match['synonyms'] = [one for one in names[1:] if one.lower() not in by_name]
            tables['symptoms'].append(match)
        if match['name'].lower() in [name.lower() for name in names]:
            match.setdefault('symp', identifier)


def valued(name):
    """Lists of the form `kind: word; word`."""
    for line in lines(name):
        kind, _, words = line.partition(': ')
        yield kind.strip(), [one.strip() for one in words.split(';') if one.strip()]


def words_of(name):
    """Words by kind; of several words with `?` none is kept."""
    return [{'kind': kind, 'words': [one for one in words if not one.endswith('?') or one == '?']}
            for kind, words in valued(name)]


def vitals():
    for line in lines('vitals'):
        names, loinc, unit, _, bounds = [part.strip() for part in f'{line} '.split('|')]
        made = entry([part.strip() for part in names.split(';')], loinc, False)
        low, high = bounds.split('..')
        yield {**made, **({'unit': unit} if unit else {}), 'bounds': [float(low), float(high)]}


def attributes():
    for kind, words in valued('attributes'):
        aspect, value = kind.split(' ', 1)
        yield {'kind': aspect, 'value': value, 'words': words}


def headings():
    for line in lines('headings'):
        kinds, _, words = line.partition(': ')
        kind, assertion = [part.strip() for part in kinds.split('|')]
        names = [one.strip() for one in words.split(';')]
        yield {'kind': kind, 'assertion': assertion,
               'words': [one for one in names if one and not one.endswith('?')]}


def names_in(tables):
    return {name.lower() for table in tables.values() for one in table
            for name in [one['name'], *one.get('synonyms', [])]}


def write(folder, name, rows):
    text = ',\n'.join(json.dumps(row, ensure_ascii=False) for row in rows)
    (folder / f'{name}.json').write_text(f'[\n{text}\n]\n', encoding='utf-8')


def build(data, folder):
    tables = {name: list(concepts(name)) for name in TYPES}
    tables['conditions'] = [one for n in (1, 2, 3, 4) for one in concepts(f'conditions-{n}')]
    seen, distinct = set(), []
    for one in tables['conditions']:
        if one['name'].lower() not in seen:
            distinct.append(one)
            seen.update(name.lower() for name in [one['name'], *one.get('synonyms', [])])
    tables['conditions'] = distinct
    join_symp(data, tables)
    known = names_in(tables)
    stop = {one for one in lines('not-names')}
    adjectives = [dict(zip(('name', 'part'), [part.strip() for part in f'{line};'.split(';')]))
                  for line in lines('site-adjectives')]
    tables['literature'] = literature(data, 'Disease', ['ncbi-disease-iob', 'bc5cdr-iob'], known, stop)
    tables['chemicals'] = literature(data, 'Chemical', ['bc5cdr-iob'], known, stop)
    tables |= {'site-adjectives': adjectives, 'vitals': list(vitals()), 'units': words_of('units'),
               'attributes': list(attributes()), 'cues': words_of('cues'),
               'headings': list(headings()), 'disease-words': words_of('disease-words'),
               'plain-words': words_of('plain-words'), 'meanings': list(meanings())}
    folder.mkdir(parents=True, exist_ok=True)
    for name, rows in tables.items():
        write(folder, name, rows)
        print(f'{name}: {len(rows)} entries, '
              f'{sum(1 + len(one.get("synonyms", [])) for one in rows)} names')


def meanings():
    """Abbreviations with several meanings: `MS; multiple sclerosis; condition: relapse, optic`."""
    for line in lines('meanings'):
        head, _, near = line.partition(': ')
        short, name, kind = [part.strip() for part in head.split(';')]
        yield {'short': short, 'name': name, 'type': kind,
               'near': [one.strip() for one in near.split(',') if one.strip()]}


def card(folder):
    """What the card says of sizes, as the tables are."""
    tables = {file.stem: json.loads(file.read_text(encoding='utf-8'))
              for file in sorted(folder.glob('*.json')) if file.stem not in ('model', 'golden', 'tagger')}
    for name, rows in tables.items():
        names = sum(1 + len(row.get('synonyms', [])) for row in rows)
        words = sum(len(row.get('words', [])) for row in rows)
        coded = sum('code' in row for row in rows)
        print(f'{name}: {len(rows)} entries, {names} names, {words} words, {coded} with a code')


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest='command', required=True)
    one = commands.add_parser('build', help='write the tables')
    one.add_argument('--data', type=Path, default=Path('../shared/data'))
    one.add_argument('--out', type=Path, default=Path('models/clinical-language'))
    two = commands.add_parser('card', help='count what the tables hold')
    two.add_argument('--out', type=Path, default=Path('models/clinical-language'))
    given = parser.parse_args()
    if given.command == 'build':
        build(given.data, given.out)
    else:
        card(given.out)


if __name__ == '__main__':
    main()
