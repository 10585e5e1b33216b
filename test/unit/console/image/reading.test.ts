import { describe, expect, it } from 'vitest';
import {
  imageTypesOf,
  labelsOf,
  modalityFromHeader,
  typeFromHeader,
} from '../../../../src/console/pages/image/reading/image-types.js';
import { scaleText } from '../../../../src/console/pages/image/reading/probability-scale.js';
import {
  formFields,
  formWith,
  type Question,
} from '../../../../src/console/pages/image/reading/request.js';
import {
  boxesOf,
  type Finding,
  nameText,
  percentText,
  quantityText,
  reportText,
} from '../../../../src/console/pages/image/reading/wording.js';
import { commandOf } from '../../../../src/console/pages/image/viewer/commands.js';
import { lengthText } from '../../../../src/console/pages/image/viewer/measurements.js';
import { windowedPixels } from '../../../../src/console/pages/image/viewer/paint.js';
import { reduceByMeans } from '../../../../src/console/pages/image/viewer/reduce.js';

const label = (id: string, reported: boolean) => ({ id, name: id, reported, threshold: 0.5 });
const MODELS = {
  models: [
    {
      id: 'triage',
      state: 'ready' as const,
      image_types: ['chest_xray'],
      modalities: ['CR', 'DX'],
      labels: [label('pneumonia', true), label('nodule', false)],
    },
    {
      id: 'anatomy',
      state: 'ready' as const,
      image_types: ['chest_xray'],
      modalities: ['DX'],
      measures: ['cardiothoracic_ratio'],
    },
    {
      id: 'head',
      state: 'ready' as const,
      image_types: ['head_ct'],
      modalities: ['CT'],
    },
    {
      id: 'broken',
      state: 'quarantined' as const,
      image_types: ['brain_mri'],
      modalities: ['MR'],
    },
  ],
};

describe('kinds of images', () => {
  const types = imageTypesOf(MODELS);

  it('are those that models which are ready read', () => {
    expect(types).toEqual([
      { id: 'chest_xray', modalities: ['CR', 'DX'], isMeasured: true },
      { id: 'head_ct', modalities: ['CT'], isMeasured: false },
    ]);
  });

  it.each([
    [{ modality: 'DX', bodyPart: 'CHEST' }, 'chest_xray', 'DX'],
    [{ modality: 'DR', bodyPart: 'THORAX' }, 'chest_xray', 'DX'],
    [{ modality: 'CT', bodyPart: 'HEAD' }, 'head_ct', 'CT'],
  ])('follow from the header %j', (header, type, modality) => {
    expect(typeFromHeader(header, types)?.id).toBe(type);
    expect(modalityFromHeader(header, types)).toBe(modality);
  });

  it.each([
    { modality: 'DX', bodyPart: 'HAND' },
    { modality: 'MR', bodyPart: 'BRAIN' },
    { modality: 'CT', bodyPart: undefined },
    { modality: 'US', bodyPart: 'CHEST' },
    { modality: undefined, bodyPart: 'CHEST' },
  ])('are asked for where the header %j does not say', (header) => {
    expect(typeFromHeader(header, types)).toBeUndefined();
  });

  it('give the reported labels of the models that were used', () => {
    expect(labelsOf(MODELS, [{ id: 'triage' }]).map(({ id }) => id)).toEqual(['pneumonia']);
  });
});

describe('the request', () => {
  const question: Question = {
    imageType: 'chest_xray',
    modality: 'DX',
    age: undefined,
    gender: undefined,
    clinicalQuestion: '  ',
    measures: true,
    prior: undefined,
  };

  it('says nothing that nobody said', () => {
    expect(formFields(question, undefined)).toEqual({
      image_type: 'chest_xray',
      modality: 'DX',
      analysis_options: {
        measure_structures: true,
        compare_to_prior: false,
        return_heatmap: true,
        return_outlines: true,
        return_probabilities: true,
      },
    });
  });

  it('names the frame, the patient and an earlier analysis', () => {
    const asked = {
      ...question,
      age: 61,
      gender: 'F',
      clinicalQuestion: 'Effusion?',
      prior: 'im_1',
    };
    expect(formFields(asked, 7)).toMatchObject({
      frame: 7,
      prior_analysis_id: 'im_1',
      patient_context: { age: 61, gender: 'F', clinical_question: 'Effusion?' },
      analysis_options: { compare_to_prior: true },
    });
  });
});

describe('the form of a reading', () => {
  it('has texts as they are, the rest as JSON, and the files without their names', async () => {
    const image = new File(['now'], 'Doe_Jane.dcm');
    const prior = new File(['before'], 'Doe_Jane_2019.dcm');
    const fields = {
      image_type: 'chest_xray',
      modality: 'DX',
      frame: 7,
      patient_context: { clinical_question: '"?"' },
    };
    const form = formWith(fields, [image], prior);
    const texts = [...form].filter(([, value]) => typeof value === 'string');
    expect(texts).toEqual([
      ['image_type', 'chest_xray'],
      ['modality', 'DX'],
      ['frame', '7'],
      ['patient_context', '{"clinical_question":"\\"?\\""}'],
    ]);
    const sent = ['image', 'prior_image_data'].map((name) => form.get(name) as File);
    expect(sent.map(({ name }) => name)).toEqual(['image', 'image']);
    expect(await Promise.all(sent.map((file) => file.text()))).toEqual(['now', 'before']);
    expect([...formWith(fields, [image], undefined).keys()]).not.toContain('prior_image_data');
  });
});

describe('the words of an answer', () => {
  it('never say that a probability is certain', () => {
    expect(percentText(0.0004)).toBe('under 1 %');
    expect(percentText(0.9996)).toBe('over 99 %');
    expect(percentText(0.5728)).toBe('57 %');
  });

  it('say on which side of its threshold a probability lies', () => {
    expect(scaleText({ probability: 0.93, threshold: 0.9 })).toBe(
      'Probability 93 %: reported from 90 %',
    );
    expect(scaleText({ probability: 0.3, threshold: 0.5728 })).toBe(
      'Probability 30 %: below 57.3 %, not reported',
    );
    expect(scaleText({ probability: 0.6, threshold: 0.5, isWithheld: true })).toContain(
      'not decided',
    );
  });

  it('give quantities their units', () => {
    expect(quantityText(0.5511, '1')).toBe('0.55');
    expect(quantityText(388, '{pixels}')).toBe('388 pixels');
    expect(quantityText(127.8, 'mm')).toBe('128 mm');
    expect(lengthText({ value: 12.345, unit: 'mm' })).toBe('12.3 mm');
    expect(lengthText({ value: 12.345, unit: 'px' })).toBe('12 px');
  });

  it('name what is not known by its own name', () => {
    expect(nameText('cardiothoracic_ratio')).toBe('Cardiothoracic ratio');
    expect(nameText('rib_fracture')).toBe('Rib fracture');
  });
});

const image = {
  ...{ width: 100, height: 80, photometric: 'MONOCHROME2', bits_per_sample: 8 },
  ...{ format: 'png', frames: 1, frame: 1 },
};
const finding: Finding = {
  ...{ label: 'pneumonia', finding: 'Pneumonia pattern', severity: 'none' as const },
  ...{ confidence: 0.8, probability: 0.8, threshold: 0.5 },
  location: { x: 10, y: 10, width: 20, height: 20 },
  locations: [],
};

describe('places of findings', () => {
  it('are their boxes', () => {
    expect(boxesOf(finding, image)).toEqual([finding.location]);
  });

  it('are none where the place is the whole image', () => {
    const whole = { x: 0, y: 0, width: 100, height: 80 };
    expect(boxesOf({ ...finding, location: whole, locations: [whole] }, image)).toEqual([]);
  });
});

describe('the report text', () => {
  it('holds what was left out as well as what was found', () => {
    const text = reportText({
      analysis_id: 'im_1',
      created_at: '2026-01-31T08:00:00.000Z',
      impression: 'Appearances consistent with pneumonia.',
      recommendations: ['Have the image read by a radiologist.'],
      confidence_score: 0.8,
      findings: [finding],
      image,
      not_assessed: [{ what: 'effusion', reason: 'too inaccurate to report' }],
      warnings: ['The view is not stated.'],
      models: [{ id: 'triage', version: '2.0.0', backend: 'cpu' }],
    });
    expect(text).toContain('Appearances consistent with pneumonia.');
    expect(text).toContain('- Effusion: too inaccurate to report');
    expect(text).toContain('- The view is not stated.');
    expect(text).toContain('triage 2.0.0');
    expect(text).toContain('im_1');
  });
});

describe('keys of the viewer', () => {
  const key = (name: string, more = {}) => ({
    ...{ key: name, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false },
    ...more,
  });

  it('stand for commands', () => {
    expect(commandOf(key('ArrowDown'))).toBe('nextSlice');
    expect(commandOf(key('ArrowDown', { shiftKey: true }))).toBe('panDown');
    expect(commandOf(key('I', { shiftKey: true }))).toBe('invert');
    expect(commandOf(key('='))).toBe('zoomIn');
    expect(commandOf(key('x'))).toBeUndefined();
  });

  it('leave those with Ctrl, Alt and Meta to the browser', () => {
    expect(commandOf(key('+', { ctrlKey: true }))).toBeUndefined();
    expect(commandOf(key('ArrowDown', { altKey: true }))).toBeUndefined();
  });
});

describe('pixels', () => {
  const picture = {
    ...{ columns: 3, rows: 1, numberOfComponents: 1, minPixelValue: -100, maxPixelValue: 100 },
    getPixelData: () => Int16Array.of(-100, 10, 100),
  };
  const greys = (rgba: Uint8ClampedArray) => [rgba[0], rgba[4], rgba[8]];

  it('are painted as their window shows them', () => {
    expect(greys(windowedPixels(picture, { centre: 0, width: 100 }, false))).toEqual([0, 153, 255]);
    expect(greys(windowedPixels(picture, { centre: 0, width: 100 }, true))).toEqual([255, 102, 0]);
    expect(greys(windowedPixels(picture, undefined, false))).toEqual([0, 140, 255]);
  });

  it('are reduced to the means of groups, and what is left over is dropped', () => {
    const target = new Float32Array(2);
    const source = [1, 3, 10, 10, 9, 5, 7, 20, 20, 9];
    reduceByMeans(source, { width: 5, height: 2 }, { factor: 2, channels: 1 }, target);
    expect([...target]).toEqual([4, 15]);
  });
});
