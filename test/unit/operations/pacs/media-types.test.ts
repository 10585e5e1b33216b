import { describe, expect, it } from 'vitest';
import {
  acceptedTypes,
  chooseType,
  partChoices,
} from '../../../../src/operations/pacs/dicom-web/media-types.js';

const JSON_TYPES = ['application/dicom+json', 'application/json'];
const DICOM = ['application/dicom'];

describe('acceptedTypes', () => {
  it('puts the preferred first and leaves out what is refused', () => {
    const header = 'image/png;q=0.5, image/jpeg, image/gif;q=0';
    expect(acceptedTypes(header, undefined).map(({ type }) => type)).toEqual([
      'image/jpeg',
      'image/png',
    ]);
  });

  it('takes the query parameter in place of the header, and everything without either', () => {
    expect(acceptedTypes('image/png', 'image/jpeg')[0]?.type).toBe('image/jpeg');
    expect(acceptedTypes(undefined, undefined)[0]?.type).toBe('*/*');
  });

  it('reads the type and the transfer syntax of parts, quoted or not', () => {
    const header = 'multipart/related; type="Application/DICOM"; transfer-syntax=*';
    expect(acceptedTypes(header, undefined)).toEqual([
      {
        type: 'multipart/related',
        partType: 'application/dicom',
        transferSyntax: '*',
        quality: 1,
      },
    ]);
  });

  it('survives nonsense', () => {
    expect(acceptedTypes(';;;,"', undefined)).toEqual([]);
    expect(acceptedTypes('a/b,'.repeat(10_000), undefined)).toHaveLength(50);
  });
});

describe('chooseType', () => {
  it.each([
    ['*/*', 'application/dicom+json'],
    ['application/*', 'application/dicom+json'],
    ['application/json', 'application/json'],
    ['text/html, application/dicom+json;q=0.1', 'application/dicom+json'],
    ['multipart/related; type="application/dicom+xml"', undefined],
  ])('%s: %s', (header, chosen) => {
    expect(chooseType(acceptedTypes(header, undefined), JSON_TYPES)).toBe(chosen);
  });
});

describe('partChoices', () => {
  const choices = (header: string, single = false) =>
    partChoices(acceptedTypes(header, undefined), DICOM, single);

  it('needs the transfer syntax to be named where the type is', () => {
    expect(choices('multipart/related; type="application/dicom"')).toEqual([
      { single: false, type: 'application/dicom' },
    ]);
    expect(choices('multipart/related; type="application/dicom"; transfer-syntax=*')).toEqual([
      { single: false, type: 'application/dicom', transferSyntax: '*' },
    ]);
  });

  it('takes whatever there is for a client that takes everything', () => {
    const any = [{ single: false, type: 'application/dicom', transferSyntax: '*' }];
    expect(choices('*/*')).toEqual(any);
    expect(choices('multipart/related')).toEqual(any);
  });

  it('answers without multipart only where there is one part', () => {
    expect(choices('application/dicom')).toEqual([]);
    expect(choices('application/dicom', true)).toEqual([
      { single: true, type: 'application/dicom' },
    ]);
    expect(choices('image/png', true)).toEqual([]);
  });
});
