// Made from the OpenAPI document by `npm run console:types`; never edited by hand.

export interface AnalyzeCreateRequest {
  /**
   * demographics, vitals, symptoms, lab_results …; at least one of the last three
   */
  patient_data?:
    | {
        resourceType: 'Bundle';
        /**
         * @maxItems 20000
         */
        entry: {
          resource?: {
            resourceType: string;
            [k: string]: unknown;
          };
          [k: string]: unknown;
        }[];
        [k: string]: unknown;
      }
    | {
        resourceType?: unknown;
        /**
         * age in years, gender, medical_history; weight and height where known
         */
        demographics?: {
          /**
           * years
           */
          age?: number;
          /**
           * M, F, O, U (male, female, other, unknown are accepted too)
           */
          gender?: string;
          /**
           * @maxItems 500
           */
          medical_history?: string[];
          [k: string]:
            | number
            | string
            | boolean
            | {
                value: number;
                /**
                 * UCUM
                 */
                unit?: string;
              }
            | string[]
            | undefined;
        };
        /**
         * blood_pressure, heart_rate (/min), temperature, respiratory_rate (/min), oxygen_saturation (%), consciousness (A C V P U), on_oxygen, gcs, fio2 (%) …
         */
        vitals?: {
          /**
           * <systolic>/<diastolic> in mmHg
           */
          blood_pressure?: string;
          /**
           * 25 to 45 is read as °C, 77 to 113 as °F
           */
          temperature?:
            | number
            | {
                value: number;
                /**
                 * UCUM
                 */
                unit?: string;
              };
          [k: string]:
            | number
            | string
            | boolean
            | {
                value: number;
                /**
                 * UCUM
                 */
                unit?: string;
              }
            | undefined;
        };
        /**
         * @maxItems 500
         */
        symptoms?: string[];
        /**
         * laboratory value by name, in its usual unit (see lab_units) or as {value, unit}
         */
        lab_results?: {
          [k: string]:
            | number
            | {
                value: number;
                /**
                 * UCUM
                 */
                unit?: string;
              };
        };
        /**
         * UCUM unit by lab name
         */
        lab_units?: {
          /**
           * UCUM
           */
          [k: string]: string;
        };
        /**
         * @maxItems 500
         */
        medications?: (
          | string
          | {
              [k: string]: unknown;
            }
        )[];
        /**
         * @maxItems 500
         */
        allergies?: (
          | string
          | {
              [k: string]: unknown;
            }
        )[];
        symptom_onset?: string;
        /**
         * FHIR R4 Observations coded in LOINC; several of one code are a time series
         *
         * @maxItems 20000
         */
        observations?: {
          resourceType: 'Observation';
          [k: string]: unknown;
        }[];
        /**
         * FHIR R4 Conditions coded in ICD-10 or SNOMED CT
         *
         * @maxItems 1000
         */
        conditions?: {
          resourceType: 'Condition';
          [k: string]: unknown;
        }[];
      };
  /**
   * earlier answers of POST /v1/imaging of this patient, while they are stored
   *
   * @maxItems 10
   */
  imaging_analysis_ids?:
    | []
    | [string]
    | [string, string]
    | [string, string, string]
    | [string, string, string, string]
    | [string, string, string, string, string]
    | [string, string, string, string, string, string]
    | [string, string, string, string, string, string, string]
    | [string, string, string, string, string, string, string, string]
    | [string, string, string, string, string, string, string, string, string]
    | [string, string, string, string, string, string, string, string, string, string];
  /**
   * by a person: they replace what was read from words; values of fields stay
   *
   * @maxItems 200
   */
  corrections?: {
    /**
     * a `concept` of `explanation.findings`
     */
    finding: string;
    /**
     * unknown: the finding does not count, and is listed under `not_assessed`
     */
    assertion: 'present' | 'absent' | 'unknown';
  }[];
  /**
   * comprehensive, risk_assessment, differential, triage
   */
  analysis_type?: string;
  /**
   * specialty of the reader: its diseases count a little more
   */
  specialty?: string;
  /**
   * Patient/<id> of /v1/fhir: the answer is filed there; without patient_data the data are read from there too; needs fhir.write, and fhir.read to read
   */
  subject?: string;
  /**
   * with a subject: false files nothing and answers what would be filed, in `to_file`; needs fhir.read instead of fhir.write
   */
  file?: boolean;
}

export interface AnalyzeCreateAnswer {
  analysis_id: string;
  /**
   * probability of serious deterioration
   */
  risk_score: number;
  /**
   * first disease of the differential; "undetermined" when the evidence does not support one
   */
  primary_diagnosis: string;
  /**
   * most likely first
   */
  differential_diagnosis: string[];
  /**
   * soonest first
   */
  recommendations: string[];
  /**
   * probability that the primary diagnosis is right
   */
  confidence_score: number;
  /**
   * how soon the patient must be seen: five levels from `critical` to `non_urgent`; `not_assessed` when too little was understood
   */
  urgency_level: 'non_urgent' | 'low' | 'moderate' | 'high' | 'critical' | 'not_assessed';
  created_at: string;
  explanation: {
    findings: {
      /**
       * the words, or the value, from which it was read
       */
      text: string;
      concept: string;
      assertion: 'present' | 'absent' | 'possible' | 'historical' | 'family' | 'hypothetical';
      /**
       * a statement on the family, denied or not: none on the patient
       */
      of_relatives?: true;
      field: string;
    }[];
    differential: {
      diagnosis: string;
      icd10: string;
      probability: number;
      /**
       * supporting evidence, strongest first
       */
      supporting: string[];
      /**
       * opposing evidence, strongest first
       */
      against: string[];
      next_best_test: string | null;
      sources: string[];
    }[];
    /**
     * a second disease for findings that the first does not explain
     */
    together: {
      diagnosis: string;
      icd10: string;
      explains: string[];
    }[];
    /**
     * dangerous causes that the evidence does not exclude, however unlikely
     */
    must_not_miss: {
      diagnosis: string;
      icd10: string;
      group: 'heart_and_vessels' | 'infection' | 'cancer' | 'other';
      because: string;
      excluded_by: string;
    }[];
    urgency: {
      rule: string;
      level: 'non_urgent' | 'low' | 'moderate' | 'high' | 'critical';
      fired_by: string[];
      source: string;
    }[];
    /**
     * as in /risk
     */
    scores: {
      score: string;
      name: string;
      [k: string]: unknown;
    }[];
    risk: {
      model: string;
      contributions: {
        feature: string;
        value: string | number;
        probability: number;
      }[];
    };
    /**
     * as in /risk
     */
    predictions: {
      model: string;
      [k: string]: unknown;
    }[];
    confidence: {
      findings: number;
      unexplained: string[];
      contradictions: string[];
    };
  };
  not_assessed: {
    what: string;
    reason: string;
  }[];
  warnings: string[];
  models: {
    id: string;
    version: string;
    backend: string;
  }[];
  /**
   * with a subject and no data of its own: the resources that were read, and how old
   */
  read_from?: {
    resource: string;
    observed_at?: string;
    age_hours?: number;
  }[];
  /**
   * with a subject: the resources of /v1/fhir in which this answer was filed
   */
  filed?: string[];
  /**
   * with `file: false`: the resources of /v1/fhir that the answer would be filed as
   */
  to_file?: {
    resourceType: string;
    id: string;
    [k: string]: unknown;
  }[];
}

export interface TranscribeCreateForm {
  /**
   * The recording: WAV, FLAC, MP3, Ogg (Opus, Vorbis) or WebM (Opus), recognised by its content.
   */
  audio: string;
  /**
   * locale of the speaker, such as en-US; GET /v1/models lists those supported
   */
  language?: string;
  /**
   * one of general, anaesthesiology, cardiology, dermatology, emergency, endocrinology, gastroenterology, geriatrics, gynaecology, haematology, infectious_disease, intensive_care, internal_medicine, nephrology, neurology, obstetrics, oncology, ophthalmology, orthopaedics, otolaryngology, paediatrics, palliative_care, pathology, primary_care, psychiatry, pulmonology, radiology, rheumatology, surgery, urology
   */
  specialty?: string;
  /**
   * true or false
   */
  return_entities?: '0' | '1' | 'true' | 'false' | 'True' | 'False' | 'TRUE' | 'FALSE';
  mode?: 'dictation' | 'conversation';
  /**
   * JSON array of phrases that recognition favours: names, drugs, local terms
   */
  vocabulary?: string;
  /**
   * id of a speech model that GET /v1/models lists
   */
  model?: string;
  /**
   * Patient/<id> of /v1/fhir: the answer is filed there as FHIR resources; needs fhir.write
   */
  subject?: string;
}

export interface TranscribeCreateAnswer {
  transcription_id: string;
  text: string;
  /**
   * empty unless return_entities was true
   */
  medical_entities: {
    /**
     * as written in the text
     */
    text: string;
    type:
      | 'symptom'
      | 'finding'
      | 'condition'
      | 'medication'
      | 'procedure'
      | 'anatomy'
      | 'lab_test'
      | 'measurement';
    confidence: number;
    /**
     * UTF-16 code units from the beginning of the text
     */
    start: number;
    end: number;
    assertion: 'present' | 'absent' | 'possible' | 'historical' | 'family' | 'hypothetical';
    /**
     * the words that the assertion follows from: `denies`, `family history of`
     */
    cue?: string;
    section?: string;
    /**
     * false where the limits of its clause are uncertain, or where it is denied of a relative: it is then never filed as refuted
     */
    certain?: boolean;
    /**
     * the concept behind the words, with its value or dose
     */
    normalized?: {
      /**
       * preferred name of the concept
       */
      name?: string;
      coding?: {
        system: 'ICD-10' | 'LOINC' | 'RxNorm' | 'SYMP';
        code: string;
      }[];
      /**
       * a blood pressure is `140/90`
       */
      value?: number | string;
      comparator?: '<' | '<=' | '>' | '>=';
      /**
       * UCUM
       */
      unit?: string;
      dose?: string;
      route?: string;
      frequency?: string;
      site?: string;
      laterality?: 'left' | 'right' | 'bilateral' | 'unilateral';
      severity?: 'mild' | 'moderate' | 'severe';
      /**
       * 0 to 10, as the patient grades it
       */
      score?: number;
      onset?: string;
      duration?: string;
      course?: string;
      quality?: string;
      radiation?: string;
    };
  }[];
  /**
   * medicines, doses and values recognised with too little certainty; they are never filed
   */
  unverified: {
    /**
     * as written in the text
     */
    text: string;
    type:
      | 'symptom'
      | 'finding'
      | 'condition'
      | 'medication'
      | 'procedure'
      | 'anatomy'
      | 'lab_test'
      | 'measurement'
      | 'dose';
    start: number;
    end: number;
    /**
     * of its least certain word
     */
    confidence: number;
    reason: string;
  }[];
  /**
   * mean over the words, weighted by their length; 0 where there are none
   */
  confidence_score: number;
  /**
   * seconds of the recording
   */
  duration: number;
  created_at: string;
  language: string;
  words: {
    /**
     * the written word
     */
    text: string;
    /**
     * the spoken words behind it
     */
    spoken: string;
    start: number;
    end: number;
    confidence: number;
  }[];
  segments: {
    start: number;
    end: number;
    text: string;
    /**
     * A or B, where two voices could be distinguished
     */
    speaker?: string;
  }[];
  sections?: {
    title: string;
    /**
     * what the section is about: medications, family_history …
     */
    kind: string;
    start: number;
    end: number;
  }[];
  /**
   * seconds, which add up to the duration
   */
  audio_accounting: {
    transcribed: number;
    silence: number;
    rejected: number;
  };
  audio: {
    format: string;
    codec: string;
    sample_rate: number;
    channels: number;
  };
  not_assessed: {
    what: string;
    reason: string;
  }[];
  warnings: string[];
  models: {
    id: string;
    version: string;
    backend: string;
  }[];
  /**
   * with a subject: the resources of /v1/fhir in which this answer was filed
   */
  filed?: string[];
}

export interface EntitiesCreateRequest {
  text: string;
  /**
   * one of general, anaesthesiology, cardiology, dermatology, emergency, endocrinology, gastroenterology, geriatrics, gynaecology, haematology, infectious_disease, intensive_care, internal_medicine, nephrology, neurology, obstetrics, oncology, ophthalmology, orthopaedics, otolaryngology, paediatrics, palliative_care, pathology, primary_care, psychiatry, pulmonology, radiology, rheumatology, surgery, urology
   */
  specialty?: string;
  source?: 'note' | 'dictation' | 'dialogue';
}

export interface EntitiesCreateAnswer {
  entities: {
    /**
     * as written in the text
     */
    text: string;
    type:
      | 'symptom'
      | 'finding'
      | 'condition'
      | 'medication'
      | 'procedure'
      | 'anatomy'
      | 'lab_test'
      | 'measurement';
    confidence: number;
    /**
     * UTF-16 code units from the beginning of the text
     */
    start: number;
    end: number;
    assertion: 'present' | 'absent' | 'possible' | 'historical' | 'family' | 'hypothetical';
    /**
     * the words that the assertion follows from: `denies`, `family history of`
     */
    cue?: string;
    section?: string;
    /**
     * false where the limits of its clause are uncertain, or where it is denied of a relative: it is then never filed as refuted
     */
    certain?: boolean;
    /**
     * the concept behind the words, with its value or dose
     */
    normalized?: {
      /**
       * preferred name of the concept
       */
      name?: string;
      coding?: {
        system: 'ICD-10' | 'LOINC' | 'RxNorm' | 'SYMP';
        code: string;
      }[];
      /**
       * a blood pressure is `140/90`
       */
      value?: number | string;
      comparator?: '<' | '<=' | '>' | '>=';
      /**
       * UCUM
       */
      unit?: string;
      dose?: string;
      route?: string;
      frequency?: string;
      site?: string;
      laterality?: 'left' | 'right' | 'bilateral' | 'unilateral';
      severity?: 'mild' | 'moderate' | 'severe';
      /**
       * 0 to 10, as the patient grades it
       */
      score?: number;
      onset?: string;
      duration?: string;
      course?: string;
      quality?: string;
      radiation?: string;
    };
  }[];
  sections: {
    title: string;
    /**
     * what the section is about: medications, family_history …
     */
    kind: string;
    start: number;
    end: number;
  }[];
  created_at: string;
  models: {
    id: string;
    version: string;
    backend: string;
  }[];
}

export interface ImagingCreateRequest {
  /**
   * base64, or a data: URL, of a PNG, JPEG, WebP, TIFF or DICOM Part 10 file
   */
  image_data?: string;
  /**
   * in place of image_data: a DICOM object that a node has sent and that is held
   */
  sop_instance_uid?: string;
  /**
   * in place of image_data: all held images of a series, read as a volume
   */
  series_instance_uid?: string;
  /**
   * in place of image_data: of a held study the series, or the film, that suits best
   */
  study_instance_uid?: string;
  /**
   * what the image shows, as installed models declare it: chest_xray, …
   */
  image_type: string;
  /**
   * DICOM modality code: CR, DX, XR, CT, MR; X-RAY and MRI are accepted too
   */
  modality: string;
  /**
   * the frame of a multi-frame DICOM file (the middle one by default), or the page
   */
  frame?: number;
  /**
   * id of a model that GET /v1/models lists; by default the one of highest priority
   */
  model?: string;
  /**
   * an earlier image, for compare_to_prior
   */
  prior_image_data?: string;
  /**
   * the analysis_id of an earlier answer to a key of the same mode, for compare_to_prior
   */
  prior_analysis_id?: string;
  patient_context?: {
    /**
     * years
     */
    age?: number;
    /**
     * M, F, O, U (male, female, other, unknown are accepted too)
     */
    gender?: string;
    clinical_question?: string;
  };
  analysis_options?: {
    detect_abnormalities?: boolean;
    measure_structures?: boolean;
    compare_to_prior?: boolean;
    /**
     * adds `heatmap`
     */
    return_heatmap?: boolean;
    /**
     * adds `outlines`
     */
    return_outlines?: boolean;
    /**
     * adds `probabilities`
     */
    return_probabilities?: boolean;
  };
  /**
   * Patient/<id> of /v1/fhir: the answer is filed there as FHIR resources; needs fhir.write
   */
  subject?: string;
}

export interface ImagingCreateForm {
  /**
   * the file itself: PNG, JPEG, WebP, TIFF or DICOM; of a series or a study all its DICOM files, each as a field of this name
   *
   * @minItems 1
   * @maxItems 3000
   */
  image: [string, ...string[]];
  /**
   * the file of an earlier image, for compare_to_prior
   */
  prior_image_data?: string;
  /**
   * what the image shows, as installed models declare it: chest_xray, …
   */
  image_type: string;
  /**
   * DICOM modality code: CR, DX, XR, CT, MR; X-RAY and MRI are accepted too
   */
  modality: string;
  /**
   * the frame of a multi-frame DICOM file (the middle one by default), or the page
   */
  frame?: number;
  /**
   * id of a model that GET /v1/models lists; by default the one of highest priority
   */
  model?: string;
  /**
   * the analysis_id of an earlier answer to a key of the same mode, for compare_to_prior
   */
  prior_analysis_id?: string;
  patient_context?: {
    /**
     * years
     */
    age?: number;
    /**
     * M, F, O, U (male, female, other, unknown are accepted too)
     */
    gender?: string;
    clinical_question?: string;
  };
  analysis_options?: {
    detect_abnormalities?: boolean;
    measure_structures?: boolean;
    compare_to_prior?: boolean;
    /**
     * adds `heatmap`
     */
    return_heatmap?: boolean;
    /**
     * adds `outlines`
     */
    return_outlines?: boolean;
    /**
     * adds `probabilities`
     */
    return_probabilities?: boolean;
  };
  /**
   * Patient/<id> of /v1/fhir: the answer is filed there as FHIR resources; needs fhir.write
   */
  subject?: string;
}

export interface ImagingCreateAnswer {
  analysis_id: string;
  findings: {
    /**
     * label of the model that the finding comes from
     */
    label: string;
    finding: string;
    /**
     * pixels of the image as stored in the file; x and y of the top left corner
     */
    location: {
      x: number;
      y: number;
      width: number;
      height: number;
    };
    confidence: number;
    /**
     * radiographic extent, not the state of the patient; none where it is unknown
     */
    severity: 'none' | 'mild' | 'moderate' | 'severe';
    /**
     * the finding in an openly licensed code system
     */
    code?: {
      system: string;
      code: string;
      display: string;
    };
    /**
     * side of the patient
     */
    side?: 'left' | 'right' | 'both';
    /**
     * calibrated probability of the label
     */
    probability: number;
    /**
     * lowest probability at which the label is reported
     */
    threshold: number;
    /**
     * all regions of evidence, strongest first
     *
     * Items: pixels of the image as stored in the file; x and y of the top left corner
     */
    locations: {
      x: number;
      y: number;
      width: number;
      height: number;
    }[];
    /**
     * of a series: the slice with the strongest evidence, from 1; the locations are on it
     */
    slice?: number;
  }[];
  impression: string;
  recommendations: string[];
  /**
   * of the strongest finding, or of the absence of findings; 0 when the image was not assessed
   */
  confidence_score: number;
  created_at: string;
  image: {
    width: number;
    height: number;
    photometric: string;
    bits_per_sample: number;
    format: string;
    /**
     * frames or pages in the file
     */
    frames: number;
    /**
     * number of the frame or page that was read, from 1
     */
    frame: number;
    transfer_syntax?: string;
    /**
     * Modality of the DICOM header
     */
    modality?: string;
    /**
     * View Position of the DICOM header
     */
    view?: string;
    laterality?: string;
    /**
     * the grey-scale window (VOI) that was applied
     */
    window?: string;
    pixel_spacing_mm?: {
      rows: number;
      columns: number;
    };
  };
  /**
   * how soon the findings call for action; absent without findings
   */
  urgency?: {
    level: 'routine' | 'soon' | 'urgent' | 'immediate';
    because: string;
    source: string;
  };
  measurements?: {
    /**
     * cardiothoracic_ratio, cardiac_diameter, thoracic_diameter
     */
    name: string;
    value: number;
    /**
     * UCUM; `1` for a ratio, `{pixels}` where no spacing is known
     */
    unit: string;
    /**
     * values above it are abnormal
     */
    limit?: number;
    /**
     * pixels of the image as sent
     */
    landmarks: {
      name: string;
      x: number;
      y: number;
    }[];
    quality: 'good' | 'limited';
    /**
     * why the quality is limited, and how to interpret the limit
     */
    remarks: string[];
  }[];
  comparison?: {
    prior: {
      analysis_id?: string;
      created_at?: string;
      view?: string;
    };
    changes: {
      /**
       * the label, or the measurement
       */
      name: string;
      previous: number;
      current: number;
      /**
       * current − previous
       */
      change: number;
      trend: 'new' | 'resolved' | 'increased' | 'decreased' | 'unchanged';
      /**
       * whether the change is no larger than between two images of an unchanged patient
       */
      within_noise: boolean;
    }[];
  };
  probabilities?: {
    [k: string]: number;
  };
  /**
   * of the structures that a model outlined, in pixels of the image as stored in the file
   */
  outlines?: {
    /**
     * as the model names it: heart, left_lung, …
     */
    structure: string;
    /**
     * closed, each point as [x, y]; one within another is a hole
     */
    rings: never[][][];
  }[];
  /**
   * PNG as a data: URL, to overlay on the image
   */
  heatmap?: string;
  not_assessed: {
    what: string;
    reason: string;
  }[];
  warnings: string[];
  models: {
    id: string;
    version: string;
    backend: string;
  }[];
  /**
   * of a series or a study: what was read of it
   */
  series?: {
    /**
     * images that were sent, or are held
     */
    images: number;
    /**
     * positions along the axis of the series that was read
     */
    slices: number;
    /**
     * slices that the model gave a score to
     */
    assessed: number;
    study_instance_uid?: string;
    series_instance_uid?: string;
    orientation?: 'axial' | 'coronal' | 'sagittal' | 'oblique';
    /**
     * between neighbouring slices, centre to centre
     */
    spacing_mm?: number;
    /**
     * of the slices along the axis, from the first one
     */
    positions_mm: number[];
    /**
     * why this series, or this image, was read
     */
    reasons: string[];
    /**
     * of each label along the axis; null where a slice was not assessed
     */
    probabilities: {
      [k: string]: (number | null)[];
    };
    /**
     * the slices that carry the answer, strongest first
     */
    key_images: {
      label: string;
      /**
       * along the axis, from 1
       */
      slice: number;
      position_mm?: number;
      sop_instance_uid?: string;
      /**
       * in an object of several frames, from 1
       */
      frame?: number;
      /**
       * of the label on this slice alone
       */
      probability: number;
    }[];
    /**
     * the slice that heatmap and outlines are of, from 1 along the axis
     */
    shown_slice?: number;
  };
  /**
   * with a subject: the resources of /v1/fhir in which this answer was filed
   */
  filed?: string[];
}

export interface RiskCreateRequest {
  /**
   * one score or model of GET /v1/risk/scores
   */
  score?: string;
  /**
   * several of them
   *
   * @minItems 1
   * @maxItems 1000
   */
  scores?: [string, ...string[]];
  /**
   * by input name: a number in the stated unit, {value, unit} with a UCUM unit, a code, true or false, or a day
   */
  inputs?: {
    [k: string]:
      | number
      | string
      | boolean
      | {
          value: number;
          /**
           * UCUM
           */
          unit?: string;
        };
  };
  /**
   * alone: every score and model that the data support is answered
   */
  patient_data?:
    | {
        resourceType: 'Bundle';
        /**
         * @maxItems 20000
         */
        entry: {
          resource?: {
            resourceType: string;
            [k: string]: unknown;
          };
          [k: string]: unknown;
        }[];
        [k: string]: unknown;
      }
    | {
        resourceType?: unknown;
        /**
         * age in years, gender, medical_history; weight and height where known
         */
        demographics?: {
          /**
           * years
           */
          age?: number;
          /**
           * M, F, O, U (male, female, other, unknown are accepted too)
           */
          gender?: string;
          /**
           * @maxItems 500
           */
          medical_history?: string[];
          [k: string]:
            | number
            | string
            | boolean
            | {
                value: number;
                /**
                 * UCUM
                 */
                unit?: string;
              }
            | string[]
            | undefined;
        };
        /**
         * blood_pressure, heart_rate (/min), temperature, respiratory_rate (/min), oxygen_saturation (%), consciousness (A C V P U), on_oxygen, gcs, fio2 (%) …
         */
        vitals?: {
          /**
           * <systolic>/<diastolic> in mmHg
           */
          blood_pressure?: string;
          /**
           * 25 to 45 is read as °C, 77 to 113 as °F
           */
          temperature?:
            | number
            | {
                value: number;
                /**
                 * UCUM
                 */
                unit?: string;
              };
          [k: string]:
            | number
            | string
            | boolean
            | {
                value: number;
                /**
                 * UCUM
                 */
                unit?: string;
              }
            | undefined;
        };
        /**
         * @maxItems 500
         */
        symptoms?: string[];
        /**
         * laboratory value by name, in its usual unit (see lab_units) or as {value, unit}
         */
        lab_results?: {
          [k: string]:
            | number
            | {
                value: number;
                /**
                 * UCUM
                 */
                unit?: string;
              };
        };
        /**
         * UCUM unit by lab name
         */
        lab_units?: {
          /**
           * UCUM
           */
          [k: string]: string;
        };
        /**
         * @maxItems 500
         */
        medications?: (
          | string
          | {
              [k: string]: unknown;
            }
        )[];
        /**
         * @maxItems 500
         */
        allergies?: (
          | string
          | {
              [k: string]: unknown;
            }
        )[];
        symptom_onset?: string;
        /**
         * FHIR R4 Observations coded in LOINC; several of one code are a time series
         *
         * @maxItems 20000
         */
        observations?: {
          resourceType: 'Observation';
          [k: string]: unknown;
        }[];
        /**
         * FHIR R4 Conditions coded in ICD-10 or SNOMED CT
         *
         * @maxItems 1000
         */
        conditions?: {
          resourceType: 'Condition';
          [k: string]: unknown;
        }[];
      };
  /**
   * Patient/<id> of /v1/fhir: the answer is filed there; without inputs and patient_data the data are read from there too; needs fhir.write, and fhir.read to read
   */
  subject?: string;
  /**
   * with a subject: false files nothing and answers what would be filed, in `to_file`; needs fhir.read instead of fhir.write
   */
  file?: boolean;
}

export interface RiskCreateAnswer {
  risk_id: string;
  scores: {
    score: string;
    name: string;
    /**
     * a number, a date, or null where missing inputs decide it
     */
    value: number | string | null;
    /**
     * UCUM
     */
    unit: string;
    /**
     * null where the missing inputs decide it
     */
    category: string | null;
    interpretation: string;
    /**
     * what the guideline recommends
     */
    action?: {
      text: string;
      source: string;
    };
    /**
     * one line for display at the bedside
     */
    summary: string;
    risk?: {
      outcome: string;
      probability: number;
      horizon: string;
    };
    components: {
      name: string;
      title: string;
      /**
       * in the unit of the input; null where it is missing
       */
      value: number | string | boolean | null;
      /**
       * UCUM
       */
      unit?: string;
      /**
       * null where the formula has none, or it is not known yet
       */
      points: number | null;
      /**
       * as it was sent; null where it is missing
       */
      given: {
        value: number | string | boolean;
        unit?: string;
      } | null;
      /**
       * the field that it came from, or what it was derived from
       */
      from?: string;
      at?: string;
    }[];
    missing: string[];
    /**
     * while inputs are missing: the categories that are still possible
     */
    possible_categories?: string[];
    /**
     * the missing input that would narrow it most
     */
    most_decisive?: string;
    bounds: {
      min: number;
      max: number;
    } | null;
    /**
     * single changes that would give another category
     */
    would_change: {
      input: string;
      from: number | string | boolean;
      to: number | string | boolean;
      unit?: string;
      /**
       * the resulting score
       */
      value: number | string;
      category: string;
    }[];
    derived: {
      name: string;
      value: number | string;
      unit?: string;
    }[];
    reference: {
      title: string;
      doi?: string;
      url?: string;
      year?: number;
    };
    references: {
      title: string;
      doi?: string;
      url?: string;
      year?: number;
    }[];
    warnings: string[];
  }[];
  predictions: {
    model: string;
    version: string;
    outcome: string;
    horizon: string;
    probability: number;
    interval: {
      low: number;
      high: number;
      level?: number;
      description: string;
    };
    /**
     * where the effects start from
     */
    reference_probability: number;
    /**
     * the meaning of an effect of zero
     */
    effects_reference?: string;
    /**
     * strongest first; exact for the model used
     */
    contributions: {
      /**
       * an input; `a × b` for two that count together; not_given
       */
      feature: string;
      value: number | string | boolean | null;
      unit?: string;
      /**
       * of several values over time, the one that counted
       */
      statistic?: string;
      /**
       * on the log-odds of the outcome; above 0 supports it
       */
      effect: number;
    }[];
    /**
     * inputs of the model that had no value
     */
    missing: string[];
    valid_for: string;
    base_rate?: number;
    warnings: string[];
  }[];
  not_assessed?: {
    what: string;
    reason: string;
  }[];
  models?: {
    id: string;
    version: string;
    backend: string;
  }[];
  created_at: string;
  /**
   * with a subject and no data of its own: the resources that were read, and how old
   */
  read_from?: {
    resource: string;
    observed_at?: string;
    age_hours?: number;
  }[];
  /**
   * with a subject: the resources of /v1/fhir in which this answer was filed
   */
  filed?: string[];
  /**
   * with `file: false`: the resources of /v1/fhir that the answer would be filed as
   */
  to_file?: {
    resourceType: string;
    id: string;
    [k: string]: unknown;
  }[];
}

export interface RiskListScoresAnswer {
  scores: {
    id: string;
    kind: 'score' | 'model';
    name: string;
    aliases: string[];
    group: string;
    purpose: string;
    population: string;
    unit: string;
    range?: {
      min: number;
      max: number;
    };
    inputs: {
      name: string;
      title: string;
      kind: 'quantity' | 'flag' | 'choice' | 'date';
      required: boolean;
      /**
       * UCUM; a bare number is read in it
       */
      unit?: string;
      /**
       * usual units in which it can be sent as {value, unit} as well
       */
      other_units?: string[];
      min?: number;
      max?: number;
      options?: {
        [k: string]: string;
      };
      help?: string;
      synonyms?: string[];
      loinc?: string[];
    }[];
    /**
     * optional inputs that are needed unless another value replaces them
     */
    also_needed: string[];
    /**
     * JSON Schema of `inputs`
     */
    input_schema: {
      [k: string]: unknown;
    };
    categories: {
      id: string;
      from?: number;
      interpretation: string;
      action?: {
        text: string;
        source: string;
      };
    }[];
    reference: {
      title: string;
      doi?: string;
      url?: string;
      year?: number;
    };
    references: {
      title: string;
      doi?: string;
      url?: string;
      year?: number;
    }[];
  }[];
}

export interface RiskGetScoreAnswer {
  id: string;
  kind: 'score' | 'model';
  name: string;
  aliases: string[];
  group: string;
  purpose: string;
  population: string;
  unit: string;
  range?: {
    min: number;
    max: number;
  };
  inputs: {
    name: string;
    title: string;
    kind: 'quantity' | 'flag' | 'choice' | 'date';
    required: boolean;
    /**
     * UCUM; a bare number is read in it
     */
    unit?: string;
    /**
     * usual units in which it can be sent as {value, unit} as well
     */
    other_units?: string[];
    min?: number;
    max?: number;
    options?: {
      [k: string]: string;
    };
    help?: string;
    synonyms?: string[];
    loinc?: string[];
  }[];
  /**
   * optional inputs that are needed unless another value replaces them
   */
  also_needed: string[];
  /**
   * JSON Schema of `inputs`
   */
  input_schema: {
    [k: string]: unknown;
  };
  categories: {
    id: string;
    from?: number;
    interpretation: string;
    action?: {
      text: string;
      source: string;
    };
  }[];
  reference: {
    title: string;
    doi?: string;
    url?: string;
    year?: number;
  };
  references: {
    title: string;
    doi?: string;
    url?: string;
    year?: number;
  }[];
}

export interface MedicationsCreateRequest {
  /**
   * Patient/<id> of /v1/fhir: medicines, allergies, conditions and values are read from there and count with what the request states; alerts are filed there; needs fhir.read and fhir.write
   */
  subject?: string;
  /**
   * with a subject: false files nothing and answers what would be filed, in `to_file`; needs fhir.read instead of fhir.write
   */
  file?: boolean;
  /**
   * with a subject: `include` (also without this field) checks the medicines of the record together with `medications`, whose line counts where both name a medicine; `exclude` checks `medications` as the whole list, in place of that of the record
   */
  stored_medications?: 'include' | 'exclude';
  /**
   * what the patient takes
   *
   * @maxItems 200
   *
   * Items: one line of the list: an object, or its text
   */
  medications?: (
    | string
    | {
        /**
         * generic, brand, salt, combination or abbreviation; a whole line is accepted too
         */
        name?: string;
        /**
         * RxNorm concept identifier of the ingredient
         */
        rxcui?: string | number;
        /**
         * per dose; a number in `unit`, or text
         */
        dose?: number | string;
        /**
         * mg, mcg, g, units, mL, puffs, tablets … or UCUM
         */
        unit?: string;
        /**
         * po, iv, sc, inhaled, topical … or the words for them
         */
        route?: string;
        /**
         * BID, q8h, weekly, at night as needed …
         */
        frequency?: string;
      }
  )[];
  /**
   * what is to be added
   *
   * @maxItems 200
   *
   * Items: one line of the list: an object, or its text
   */
  proposed?: (
    | string
    | {
        /**
         * generic, brand, salt, combination or abbreviation; a whole line is accepted too
         */
        name?: string;
        /**
         * RxNorm concept identifier of the ingredient
         */
        rxcui?: string | number;
        /**
         * per dose; a number in `unit`, or text
         */
        dose?: number | string;
        /**
         * mg, mcg, g, units, mL, puffs, tablets … or UCUM
         */
        unit?: string;
        /**
         * po, iv, sc, inhaled, topical … or the words for them
         */
        route?: string;
        /**
         * BID, q8h, weekly, at night as needed …
         */
        frequency?: string;
      }
  )[];
  /**
   * @maxItems 100
   */
  allergies?: (
    | string
    | {
        substance: string;
        /**
         * rash, anaphylaxis, nausea …
         */
        reaction?: string;
        /**
         * mild, moderate, severe …
         */
        severity?: string;
      }
  )[];
  /**
   * diagnoses in words or ICD-10 codes
   *
   * @maxItems 100
   */
  conditions?: string[];
  /**
   * a field that is not listed here is not used: a warning names it
   */
  patient?: {
    /**
     * 0 to 130 years; a fraction for an infant
     */
    age?: number;
    /**
     * M, F, O, U (male, female, other, unknown are accepted too)
     */
    gender?: string;
    /**
     * 0.3 to 650 kg
     */
    weight_kg?: number;
    /**
     * 20 to 260 cm
     */
    height_cm?: number;
    /**
     * without it pregnancy is unknown, unless `conditions` or the next two state it
     */
    pregnant?: boolean;
    /**
     * 1, 2 or 3; implies `pregnant`
     */
    trimester?: number;
    /**
     * 0 to 44 completed weeks since the last menstruation, a fraction is accepted; the second trimester begins at 14, the third at 28; implies `pregnant`
     */
    gestational_weeks?: number;
    /**
     * breastfeeding or giving expressed milk
     */
    lactating?: boolean;
    /**
     * 0 to 250 mL/min/1.73 m²; computed from creatinine, age and gender where it is not sent
     */
    egfr?: number;
    /**
     * 5 to 3,000 µmol/L; with age, gender and weight_kg also for the creatinine clearance
     */
    creatinine_umol_l?: number;
    /**
     * none, mild, moderate, severe, or the Child–Pugh class A, B, C, which are the same three; none and normal state that there is no impairment
     */
    hepatic_impairment?: string;
    /**
     * 200 to 900 ms
     */
    qtc_ms?: number;
    /**
     * potassium, inr, sodium, digoxin level …: a number in its usual unit or {value, unit}
     */
    lab_results?: {
      [k: string]:
        | number
        | {
            value: number;
            /**
             * UCUM
             */
            unit?: string;
          };
    };
    /**
     * UCUM unit by lab name
     */
    lab_units?: {
      /**
       * UCUM
       */
      [k: string]: string;
    };
    [k: string]: unknown;
  };
  /**
   * the severity from which an alert makes safe_to_proceed false; without it medications.block_at of the configuration, major by default
   */
  block_at?: 'contraindicated' | 'major' | 'moderate' | 'minor';
}

export interface MedicationsCreateAnswer {
  check_id: string;
  /**
   * false: an alert is at or above `block_at`; null: somebody has to review the list, because of a moderate or more severe alert or because something was not judged; true: all was judged, and no alert is more than minor
   */
  safe_to_proceed: boolean | null;
  /**
   * an alert below `block_at` says to monitor or to adjust, or something was not judged; independent of what blocks
   */
  needs_review: boolean;
  /**
   * what decided `safe_to_proceed`
   */
  safety: {
    /**
     * blocked: false, review: null, clear: true
     */
    outcome: 'blocked' | 'review' | 'clear';
    block_at: 'contraindicated' | 'major' | 'moderate' | 'minor';
    review_at: 'contraindicated' | 'major' | 'moderate' | 'minor';
    /**
     * the alerts that block; where none does, those to review
     */
    decided_by: {
      /**
       * its index in `alerts`
       */
      alert: number;
      rule_id: string;
      severity: 'contraindicated' | 'major' | 'moderate' | 'minor';
      drugs: string[];
    }[];
    /**
     * what could hide an alert: not empty, `safe_to_proceed` is never true
     */
    not_judged: {
      what: string;
      reason: string;
    }[];
  };
  highest_severity: ('contraindicated' | 'major' | 'moderate' | 'minor') | null;
  /**
   * most severe first
   */
  alerts: {
    kind:
      | 'interaction'
      | 'renal'
      | 'hepatic'
      | 'contraindication'
      | 'allergy'
      | 'duplicate_therapy'
      | 'dose'
      | 'pregnancy'
      | 'lactation'
      | 'age'
      | 'qt';
    /**
     * ingredients
     */
    drugs: string[];
    /**
     * the lines: medications.0, proposed.1, MedicationRequest/7 of the record
     */
    items: string[];
    involves_proposed: boolean;
    title: string;
    mechanism: string;
    evidence: 'established' | 'probable' | 'theoretical';
    severity: 'contraindicated' | 'major' | 'moderate' | 'minor';
    effect: string;
    management: string;
    rule_id: string;
    sources: {
      name: string;
      url_or_doi: string;
      /**
       * null: the text in force
       */
      year: number | null;
    }[];
    /**
     * why the rule applies to this patient, or is more severe
     */
    because?: string[];
    /**
     * which drugs interact, where one alert covers several pairs
     */
    pairs?: never[][];
    /**
     * other mechanisms by which the same drugs interact
     */
    also?: {
      severity: 'contraindicated' | 'major' | 'moderate' | 'minor';
      effect: string;
      management: string;
      rule_id: string;
      sources: {
        name: string;
        url_or_doi: string;
        /**
         * null: the text in force
         */
        year: number | null;
      }[];
      mechanism: string;
      title: string;
    }[];
  }[];
  resolved: {
    /**
     * the name or the line as sent
     */
    input: string;
    item: string;
    /**
     * RxNorm ingredient
     */
    ingredient: string;
    rxcui?: string;
    atc?: string[];
    /**
     * exact, synonym, brand, abbreviation, salt, spelling, rxcui
     */
    how: string;
    /**
     * the line as it was read
     */
    understood?: {
      dose?: string;
      route?: string;
      frequency?: string;
      rate?: string;
      concentration?: string;
      /**
       * bolus, slow injection, infusion; over how long
       */
      manner?: string;
    };
  }[];
  unresolved: {
    input: string;
    item: string;
    /**
     * the part of the input that was not recognised
     */
    words?: string;
    suggestions: string[];
    /**
     * of an ambiguous name, everything that it can be: the line was checked for each
     */
    checked_as?: string[];
  }[];
  /**
   * alerts suppressed by the hospital's own overlay
   */
  suppressed?: {
    rule_id: string;
    severity: 'contraindicated' | 'major' | 'moderate' | 'minor';
    drugs: string[];
    reason: string;
    overlay: string;
  }[];
  not_assessed?: {
    what: string;
    reason: string;
  }[];
  warnings?: string[];
  models?: {
    id: string;
    version: string;
    backend: string;
  }[];
  created_at: string;
  /**
   * with a subject: the resources that were read, and how old
   */
  read_from?: {
    resource: string;
    observed_at?: string;
    age_hours?: number;
  }[];
  /**
   * with a subject: the resources of /v1/fhir in which this answer was filed
   */
  filed?: string[];
  /**
   * with `file: false`: the resources of /v1/fhir that the answer would be filed as
   */
  to_file?: {
    resourceType: string;
    id: string;
    [k: string]: unknown;
  }[];
}

export interface ModelsListAnswer {
  models: {
    id: string;
    state: 'ready' | 'quarantined' | 'unavailable';
    reason?: string;
    version?: string;
    kind?: string;
    title?: string;
    licence?: string;
    intended_use?: string;
    image_types?: string[];
    modalities?: string[];
    labels?: {
      id: string;
      name: string;
      reported: boolean;
      threshold: number;
      caveat?: string;
    }[];
    /**
     * what it measures: cardiothoracic_ratio
     */
    measures?: string[];
    /**
     * of several packages for one type or outcome the highest answers
     */
    priority?: number;
    /**
     * the locales that it writes down
     */
    languages?: string[];
    /**
     * what a model over a table of values gives the probability of
     */
    outcome?: {
      id: string;
      name: string;
      horizon: string;
      base_rate?: number;
    };
    /**
     * whom that probability is valid for
     */
    population?: string;
    /**
     * the values that it takes, in UCUM units, and the range that it was learned from
     */
    inputs?: {
      variable: string;
      unit?: string;
      low?: number;
      high?: number;
      required: boolean;
    }[];
    /**
     * with fewer of them it gives no probability
     */
    least_inputs?: number;
    backend?: string;
  }[];
}

export interface CdsListServicesAnswer {
  services: {
    hook: string;
    id: string;
    title: string;
    description: string;
    prefetch: {
      [k: string]: string;
    };
    usageRequirements: string;
  }[];
}

export interface CdsCallServiceRequest {
  hook: string;
  hookInstance: string;
  /**
   * of the client: references are below it
   */
  fhirServer?: string;
  /**
   * to read from `fhirServer` what `prefetch` lacks, where the configuration allows it
   */
  fhirAuthorization?: {
    access_token: string;
    token_type: string;
    [k: string]: unknown;
  };
  /**
   * of the hook
   */
  context: {
    patientId: string;
    userId?: string;
    encounterId?: string;
    /**
     * of `order-select`: MedicationRequest/<id> of the newly selected orders
     *
     * @maxItems 200
     */
    selections?: string[];
    /**
     * of `order-select` and `order-sign`: a Bundle of the orders
     */
    draftOrders?: {
      resourceType: 'Bundle';
      /**
       * @maxItems 500
       */
      entry?: {
        resource?: {
          resourceType: string;
          [k: string]: unknown;
        };
        [k: string]: unknown;
      }[];
      [k: string]: unknown;
    };
    [k: string]: unknown;
  };
  /**
   * what the templates of the service ask for: a resource or a Bundle of each
   */
  prefetch?: {
    [k: string]: {
      resourceType: string;
      [k: string]: unknown;
    } | null;
  };
  [k: string]: unknown;
}

export interface CdsCallServiceAnswer {
  cards: {
    uuid: string;
    summary: string;
    /**
     * Markdown
     */
    detail: string;
    indicator: 'info' | 'warning' | 'critical';
    source: {
      label: string;
      url?: string;
      /**
       * the rule
       */
      topic: {
        system: string;
        code: string;
        display: string;
      };
    };
    suggestions?: {
      label: string;
      uuid: string;
      actions: {
        type: 'create' | 'update' | 'delete';
        description: string;
        resourceId: string[];
      }[];
    }[];
    selectionBehavior?: 'at-most-one' | 'any';
    overrideReasons?: {
      system: string;
      code: string;
      display: string;
    }[];
  }[];
}

export interface CdsSendFeedbackRequest {
  /**
   * @minItems 1
   * @maxItems 200
   */
  feedback: [
    {
      /**
       * `uuid` of the card
       */
      card: string;
      outcome: 'accepted' | 'overridden';
      /**
       * @maxItems 50
       */
      acceptedSuggestions?: {
        id: string;
        [k: string]: unknown;
      }[];
      /**
       * only the code of its `reason` is kept: a comment may be about the patient
       */
      overrideReason?: {
        reason?: {
          code: string;
          [k: string]: unknown;
        };
        [k: string]: unknown;
      };
      outcomeTimestamp?: string;
      [k: string]: unknown;
    },
    ...{
      /**
       * `uuid` of the card
       */
      card: string;
      outcome: 'accepted' | 'overridden';
      /**
       * @maxItems 50
       */
      acceptedSuggestions?: {
        id: string;
        [k: string]: unknown;
      }[];
      /**
       * only the code of its `reason` is kept: a comment may be about the patient
       */
      overrideReason?: {
        reason?: {
          code: string;
          [k: string]: unknown;
        };
        [k: string]: unknown;
      };
      outcomeTimestamp?: string;
      [k: string]: unknown;
    }[],
  ];
  [k: string]: unknown;
}

export type CdsSendFeedbackAnswer = Record<string, never>;

export interface AdminModelsListAnswer {
  packages: {
    id: string;
    /**
     * whether every file has its hash
     */
    status: 'verified' | 'quarantined';
    version: string | null;
    title: string | null;
    /**
     * of a quarantined package
     */
    reason: string | null;
    /**
     * who vouches for it
     */
    signed: string | null;
    /**
     * `store`: installed here; `folder`: it came with the program
     */
    from: 'store' | 'folder';
    /**
     * versions that a rollback leads to, the next one first
     */
    before: string[];
  }[];
}

export interface AdminModelsInstallForm {
  /**
   * the package as one file (.wbm)
   */
  file: string;
  /**
   * also when a later version is active
   */
  allow_older?: 'true' | 'false';
}

export interface AdminModelsInstallAnswer {
  id: string;
  version: string;
  /**
   * of its manifest
   */
  sha256: string;
  signed: string;
  /**
   * on which it passed its golden cases here
   */
  backend: string;
  /**
   * the version that was active before
   */
  replaced: string | null;
}

export type AdminModelsRollbackRequest = Record<string, never>;

export interface AdminModelsRollbackAnswer {
  id: string;
  /**
   * active again
   */
  version: string;
}

export interface JobsListAnswer {
  /**
   * newest first, without their results
   */
  jobs: {
    job_id: string;
    /**
     * the requested operation: `transcribe.create`
     */
    operation: string;
    status: 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled' | 'expired';
    progress: number;
    /**
     * number of attempts so far
     */
    attempts: number;
    created_at: string;
    started_at?: string;
    ended_at?: string;
    /**
     * until when the result is kept
     */
    expires_at?: string;
    /**
     * of a failed job: the error of the operation
     */
    error?: {
      code: string;
      message: string;
      details: {
        field?: string;
        issue?: string;
        issues?: {
          field: string;
          issue: string;
        }[];
      };
      request_id: string;
      timestamp: string;
    };
  }[];
  /**
   * the next page: send it as `after`
   */
  next?: string;
}

export interface JobsReadAnswer {
  job_id: string;
  /**
   * the requested operation: `transcribe.create`
   */
  operation: string;
  status: 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled' | 'expired';
  progress: number;
  /**
   * number of attempts so far
   */
  attempts: number;
  created_at: string;
  started_at?: string;
  ended_at?: string;
  /**
   * until when the result is kept
   */
  expires_at?: string;
  /**
   * of a failed job: the error of the operation
   */
  error?: {
    code: string;
    message: string;
    details: {
      field?: string;
      issue?: string;
      issues?: {
        field: string;
        issue: string;
      }[];
    };
    request_id: string;
    timestamp: string;
  };
  /**
   * of a succeeded job: the answer of the operation
   */
  result?: {
    [k: string]: unknown;
  };
}

export interface JobsCancelAnswer {
  job_id: string;
  /**
   * the requested operation: `transcribe.create`
   */
  operation: string;
  status: 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled' | 'expired';
  progress: number;
  /**
   * number of attempts so far
   */
  attempts: number;
  created_at: string;
  started_at?: string;
  ended_at?: string;
  /**
   * until when the result is kept
   */
  expires_at?: string;
  /**
   * of a failed job: the error of the operation
   */
  error?: {
    code: string;
    message: string;
    details: {
      field?: string;
      issue?: string;
      issues?: {
        field: string;
        issue: string;
      }[];
    };
    request_id: string;
    timestamp: string;
  };
  /**
   * of a succeeded job: the answer of the operation
   */
  result?: {
    [k: string]: unknown;
  };
}

export interface JobsEventsAnswer {
  job_id: string;
  /**
   * of events of the type `status`
   */
  status?: 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled' | 'expired';
  progress: number;
  at: string;
}

export interface AdminStatusAnswer {
  version: string;
  /**
   * by the clock of the appliance
   */
  now: string;
  started_at: string;
  uptime_s: number;
  readiness: 'ready' | 'degraded' | 'not_ready';
  /**
   * the worst of `attention`
   */
  state: 'ok' | 'warning' | 'failed';
  /**
   * what needs somebody, the worst first; `doctor` examines more, and takes longer
   */
  attention: {
    check: string;
    state: 'ok' | 'warning' | 'failed';
    /**
     * as a sentence
     */
    found: string;
    /**
     * what an administrator does about it
     */
    remedy?: string;
  }[];
  /**
   * the checks without a fault
   */
  fine: {
    check: string;
    state: 'ok' | 'warning' | 'failed';
    /**
     * as a sentence
     */
    found: string;
    /**
     * what an administrator does about it
     */
    remedy?: string;
  }[];
  models: {
    id: string;
    state: 'ready' | 'quarantined' | 'unavailable';
    version?: string;
    backend?: string;
    /**
     * largest error against the golden vectors
     */
    parity_error?: number;
    /**
     * median of one run on the golden vectors
     */
    latency_ms?: number;
    reason?: string;
    /**
     * who vouches for the package: the name of a trusted key, "release" (it came with the program), "stranger" (a key that is not trusted) or "unsigned"
     */
    signed?: string;
  }[];
  workers: {
    configured: number;
    up: number;
    busy: number;
    queued: number;
  };
  /**
   * threads that analyse patients, where there are any
   */
  analysis?: {
    up: number;
    busy: number;
    queued: number;
  };
  jobs: {
    queued: number;
    running: number;
  };
  disk: {
    free_mb: number;
    /**
     * below it new work is refused
     */
    reserve_mb: number;
    status: 'ok' | 'low';
  };
  memory: {
    total_mb: number;
    free_mb: number;
    /**
     * of the daemon itself, without its workers
     */
    daemon_mb: number;
  };
  database: {
    status: 'ok' | 'failed';
    search_index: 'ok' | 'rebuilding';
    /**
     * with its write-ahead log
     */
    bytes: number;
    encrypted: boolean;
  };
  backups: {
    count: number;
    newest_at: string | null;
  };
  certificate: {
    mode: 'off' | 'auto' | 'files';
    expires_at: string | null;
  };
  audit: {
    /**
     * ever written
     */
    records: number;
    newest_checkpoint_at: string | null;
    /**
     * sealed files
     */
    segments: number;
  };
  connections: {
    open: number;
    busy: number;
  };
}

export interface AdminPacsAnswer {
  listener: {
    /**
     * `off`: the configuration names no port
     */
    state: 'off' | 'listening' | 'not_listening';
    port: number | null;
    tls: boolean;
    /**
     * nodes of this world that may connect
     */
    peers: number;
    ae_title: string;
  };
  /**
   * of both worlds
   */
  held: {
    objects: number;
    bytes: number;
    limit_bytes: number;
  };
  /**
   * objects of the last 24 hours that are held
   */
  received_in_a_day: number;
  /**
   * images and series that are held and are to be read, by what became of them
   */
  items: {
    receiving: number;
    waiting: number;
    reading: number;
    read: number;
    not_assessed: number;
    unroutable: number;
    failed: number;
  };
  /**
   * results on their way, by destination
   */
  sends: {
    destination: string;
    waiting: number;
    /**
     * of those that wait: tried before, without success
     */
    retrying: number;
    /**
     * refused, or given up
     */
    failed: number;
    sent: number;
    /**
     * since when the oldest one waits
     */
    oldest_at: string | null;
  }[];
  /**
   * unroutable, failed, or not filed where readings are filed: what came last first, at most 50
   */
  stuck: {
    study_instance_uid: string;
    series_instance_uid: string;
    /**
     * where one image is read by itself
     */
    sop_instance_uid: string | null;
    /**
     * AE title of the node, or STOW-RS
     */
    from: string;
    modality: string | null;
    objects: number;
    last_received_at: string;
    /**
     * `unroutable`, `failed`, or that of a reading that was not filed
     */
    state: string;
    /**
     * why it is unroutable, or has failed
     */
    reason: string | null;
    /**
     * why the reading was not filed with its patient
     */
    not_filed: string | null;
  }[];
}

export interface AdminFiguresAnswer {
  at: string;
  families: {
    name: string;
    help: string;
    type: 'counter' | 'gauge' | 'histogram';
    samples: {
      /**
       * with the suffix of a histogram
       */
      name: string;
      labels: {
        [k: string]: string;
      };
      /**
       * null where it is not finite
       */
      value: number | null;
    }[];
  }[];
}

export interface AdminFiguresEventsAnswer {
  at: string;
  families: {
    name: string;
    help: string;
    type: 'counter' | 'gauge' | 'histogram';
    samples: {
      /**
       * with the suffix of a histogram
       */
      name: string;
      labels: {
        [k: string]: string;
      };
      /**
       * null where it is not finite
       */
      value: number | null;
    }[];
  }[];
}

export interface AdminKeysListAnswer {
  keys: {
    key_id: string;
    name: string;
    mode: 'test' | 'live';
    state: 'active' | 'expired' | 'revoked';
    scopes: string[];
    rate_per_minute: number | null;
    created_at: string | null;
    expires_at: string | null;
    revoked_at: string | null;
    last_used_at: string | null;
    /**
     * the key that this one replaces
     */
    rotated_from: string | null;
  }[];
}

export interface AdminKeysCreateRequest {
  /**
   * what the key is for
   */
  name: string;
  /**
   * @minItems 1
   */
  scopes: [
    (
      | 'analyze'
      | 'transcribe'
      | 'imaging'
      | 'risk'
      | 'medications'
      | 'cds'
      | 'fhir.read'
      | 'fhir.write'
      | 'pacs.read'
      | 'pacs.write'
      | 'jobs'
      | 'models.read'
    ),
    ...(
      | 'analyze'
      | 'transcribe'
      | 'imaging'
      | 'risk'
      | 'medications'
      | 'cds'
      | 'fhir.read'
      | 'fhir.write'
      | 'pacs.read'
      | 'pacs.write'
      | 'jobs'
      | 'models.read'
    )[],
  ];
  /**
   * when it ends; default: never, or for a replacement the lifetime of the old one
   */
  expires_at?: string;
  rate_per_minute?: number;
}

export interface AdminKeysCreateAnswer {
  key_id: string;
  name: string;
  mode: 'test' | 'live';
  state: 'active' | 'expired' | 'revoked';
  scopes: string[];
  rate_per_minute: number | null;
  created_at: string | null;
  expires_at: string | null;
  revoked_at: string | null;
  last_used_at: string | null;
  /**
   * the key that this one replaces
   */
  rotated_from: string | null;
  /**
   * the key itself, only in this answer; absent in a repetition of the request
   */
  key?: string;
}

export interface AdminKeysRotateRequest {
  /**
   * how long the old key stays valid; 0 ends it at once
   */
  grace_hours?: number;
  /**
   * when it ends; default: never, or for a replacement the lifetime of the old one
   */
  expires_at?: string;
}

export interface AdminKeysRotateAnswer {
  key_id: string;
  name: string;
  mode: 'test' | 'live';
  state: 'active' | 'expired' | 'revoked';
  scopes: string[];
  rate_per_minute: number | null;
  created_at: string | null;
  expires_at: string | null;
  revoked_at: string | null;
  last_used_at: string | null;
  /**
   * the key that this one replaces
   */
  rotated_from: string | null;
  /**
   * the key itself, only in this answer; absent in a repetition of the request
   */
  key?: string;
  old: {
    key_id: string;
    name: string;
    mode: 'test' | 'live';
    state: 'active' | 'expired' | 'revoked';
    scopes: string[];
    rate_per_minute: number | null;
    created_at: string | null;
    expires_at: string | null;
    revoked_at: string | null;
    last_used_at: string | null;
    /**
     * the key that this one replaces
     */
    rotated_from: string | null;
  };
}

export interface AdminKeysRevokeAnswer {
  key_id: string;
  name: string;
  mode: 'test' | 'live';
  state: 'active' | 'expired' | 'revoked';
  scopes: string[];
  rate_per_minute: number | null;
  created_at: string | null;
  expires_at: string | null;
  revoked_at: string | null;
  last_used_at: string | null;
  /**
   * the key that this one replaces
   */
  rotated_from: string | null;
}

export interface AdminUsersListAnswer {
  users: {
    user_id: string;
    user_name: string;
    display_name: string;
    /**
     * `invited`: has not chosen a password yet
     */
    state: 'active' | 'invited' | 'disabled';
    /**
     * `oidc`: signs in at the identity provider, whose groups decide the roles
     */
    source: 'local' | 'oidc';
    roles: string[];
    worlds: ('test' | 'live')[];
    second_factor: boolean;
    created_at: string | null;
    last_sign_in_at: string | null;
    disabled_at: string | null;
  }[];
}

export interface AdminUsersAddRequest {
  user_name: string;
  display_name?: string;
  /**
   * @minItems 1
   */
  roles: [
    'clinician' | 'pharmacist' | 'radiologist' | 'integrator' | 'administrator' | 'auditor',
    ...('clinician' | 'pharmacist' | 'radiologist' | 'integrator' | 'administrator' | 'auditor')[],
  ];
  /**
   * @minItems 1
   * @maxItems 2
   */
  worlds: ['test' | 'live'] | ['test' | 'live', 'test' | 'live'];
}

export interface AdminUsersAddAnswer {
  user_id: string;
  user_name: string;
  display_name: string;
  /**
   * `invited`: has not chosen a password yet
   */
  state: 'active' | 'invited' | 'disabled';
  /**
   * `oidc`: signs in at the identity provider, whose groups decide the roles
   */
  source: 'local' | 'oidc';
  roles: string[];
  worlds: ('test' | 'live')[];
  second_factor: boolean;
  created_at: string | null;
  last_sign_in_at: string | null;
  disabled_at: string | null;
  /**
   * path of the page at which to choose a password: works once, only in this answer
   */
  link?: string;
  link_expires_at: string;
}

export interface AdminUsersChangeRequest {
  display_name?: string;
  /**
   * @minItems 1
   */
  roles?: [
    'clinician' | 'pharmacist' | 'radiologist' | 'integrator' | 'administrator' | 'auditor',
    ...('clinician' | 'pharmacist' | 'radiologist' | 'integrator' | 'administrator' | 'auditor')[],
  ];
  /**
   * @minItems 1
   * @maxItems 2
   */
  worlds?: ['test' | 'live'] | ['test' | 'live', 'test' | 'live'];
  /**
   * true: signed out everywhere and kept out, at once
   */
  disabled?: boolean;
}

export interface AdminUsersChangeAnswer {
  user_id: string;
  user_name: string;
  display_name: string;
  /**
   * `invited`: has not chosen a password yet
   */
  state: 'active' | 'invited' | 'disabled';
  /**
   * `oidc`: signs in at the identity provider, whose groups decide the roles
   */
  source: 'local' | 'oidc';
  roles: string[];
  worlds: ('test' | 'live')[];
  second_factor: boolean;
  created_at: string | null;
  last_sign_in_at: string | null;
  disabled_at: string | null;
}

export interface AdminUsersResetRequest {
  /**
   * remove the second factor too
   */
  second_factor?: boolean;
}

export interface AdminUsersResetAnswer {
  user_id: string;
  user_name: string;
  display_name: string;
  /**
   * `invited`: has not chosen a password yet
   */
  state: 'active' | 'invited' | 'disabled';
  /**
   * `oidc`: signs in at the identity provider, whose groups decide the roles
   */
  source: 'local' | 'oidc';
  roles: string[];
  worlds: ('test' | 'live')[];
  second_factor: boolean;
  created_at: string | null;
  last_sign_in_at: string | null;
  disabled_at: string | null;
  /**
   * path of the page at which to choose a password: works once, only in this answer
   */
  link?: string;
  link_expires_at: string;
}

export interface AdminUsersSignOutAnswer {
  user_id: string;
  user_name: string;
  display_name: string;
  /**
   * `invited`: has not chosen a password yet
   */
  state: 'active' | 'invited' | 'disabled';
  /**
   * `oidc`: signs in at the identity provider, whose groups decide the roles
   */
  source: 'local' | 'oidc';
  roles: string[];
  worlds: ('test' | 'live')[];
  second_factor: boolean;
  created_at: string | null;
  last_sign_in_at: string | null;
  disabled_at: string | null;
}

export interface AdminJobsListAnswer {
  /**
   * newest first
   */
  jobs: {
    job_id: string;
    /**
     * the requested operation: `transcribe.create`
     */
    operation: string;
    status: 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled' | 'expired';
    progress: number;
    /**
     * number of attempts so far
     */
    attempts: number;
    created_at: string;
    started_at?: string;
    ended_at?: string;
    /**
     * until when the result is kept
     */
    expires_at?: string;
    /**
     * the key or the person
     */
    owner_id: string;
    owner_name: string | null;
    /**
     * of a failed job
     */
    error_code?: string;
  }[];
  /**
   * the next page: send it as `after`
   */
  next?: string;
}

export interface AdminJobsCancelAnswer {
  job_id: string;
  /**
   * the requested operation: `transcribe.create`
   */
  operation: string;
  status: 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled' | 'expired';
  progress: number;
  /**
   * number of attempts so far
   */
  attempts: number;
  created_at: string;
  started_at?: string;
  ended_at?: string;
  /**
   * until when the result is kept
   */
  expires_at?: string;
  /**
   * the key or the person
   */
  owner_id: string;
  owner_name: string | null;
  /**
   * of a failed job
   */
  error_code?: string;
}

export interface AdminConfigurationAnswer {
  /**
   * the file
   */
  source: string;
  /**
   * file, defaults and environment together; secrets are hidden
   */
  configuration: {
    [k: string]: unknown;
  };
}

export type AdminDoctorStartRequest = Record<string, never>;

export interface AdminDoctorStartAnswer {
  /**
   * `never`: not run since the start of the appliance
   */
  state: 'never' | 'running' | 'done' | 'failed';
  started_at?: string;
  ended_at?: string;
  /**
   * why it could not be done
   */
  reason?: string;
  worst?: 'ok' | 'warning' | 'failed';
  /**
   * in the order in which they ran; while it runs, so far
   */
  checks: {
    check: string;
    state: 'ok' | 'warning' | 'failed';
    /**
     * as a sentence
     */
    found: string;
    /**
     * what an administrator does about it
     */
    remedy?: string;
  }[];
  /**
   * checks that have not run yet
   */
  remaining: string[];
}

export interface AdminDoctorReadAnswer {
  /**
   * `never`: not run since the start of the appliance
   */
  state: 'never' | 'running' | 'done' | 'failed';
  started_at?: string;
  ended_at?: string;
  /**
   * why it could not be done
   */
  reason?: string;
  worst?: 'ok' | 'warning' | 'failed';
  /**
   * in the order in which they ran; while it runs, so far
   */
  checks: {
    check: string;
    state: 'ok' | 'warning' | 'failed';
    /**
     * as a sentence
     */
    found: string;
    /**
     * what an administrator does about it
     */
    remedy?: string;
  }[];
  /**
   * checks that have not run yet
   */
  remaining: string[];
}

export interface AdminLogsAnswer {
  /**
   * newest first, of the last hour; never with data of patients
   */
  lines: {
    at: string;
    level: string;
    message: string;
    /**
     * codes, counts, times and ids
     */
    facts: {
      [k: string]: unknown;
    };
  }[];
}

export interface AdminUsageAnswer {
  since: string;
  until: string;
  /**
   * false: only the newest records of the interval were counted
   */
  complete: boolean;
  /**
   * the oldest record that was counted
   */
  counted_from: string | null;
  /**
   * the busiest first
   */
  actors: {
    /**
     * `api_key`, `user`, `administrator`, `appliance`, `unknown`
     */
    type: string;
    id: string;
    name: string | null;
    total: number;
    refused: number;
    failed: number;
    operations: {
      operation: string;
      success: number;
      refused: number;
      failed: number;
    }[];
  }[];
}

export interface AuditSearchAnswer {
  /**
   * newest first
   */
  records: {
    seq: number;
    at: string;
    /**
     * SHA-256 over the record and, through `prev_hash`, all earlier ones
     */
    hash: string;
    /**
     * action, actor, outcome and so on; resources by their pseudonyms
     */
    event: {
      [k: string]: unknown;
    };
    /**
     * of a key or a person that still exists
     */
    actor_name: string | null;
  }[];
  /**
   * the next page: send it as `after`; a page may be short of its length, even empty
   */
  next?: string;
  /**
   * records up to this number are in sealed files: the export has them, the search not
   */
  sealed_to: number;
}

export interface AuditReadAnswer {
  seq: number;
  at: string;
  /**
   * SHA-256 over the record and, through `prev_hash`, all earlier ones
   */
  hash: string;
  /**
   * action, actor, outcome and so on; resources by their pseudonyms
   */
  event: {
    [k: string]: unknown;
  };
  /**
   * of a key or a person that still exists
   */
  actor_name: string | null;
  prev_hash: string;
  /**
   * whether the hash is that of this content
   */
  hash_is_right: boolean;
}

export interface AuditExportAnswer {
  seq: number;
  at: string;
  prev_hash: string;
  hash: string;
  /**
   * action, actor, outcome and so on; resources by their pseudonyms
   */
  event: {
    [k: string]: unknown;
  };
}

export type AuditVerificationStartRequest = Record<string, never>;

export interface AuditVerificationStartAnswer {
  /**
   * `never`: not run since the start of the appliance
   */
  state: 'never' | 'running' | 'done' | 'failed';
  started_at?: string;
  ended_at?: string;
  /**
   * why it could not be done
   */
  reason?: string;
  verdict?: {
    intact: boolean;
    /**
     * that were verified
     */
    records: number;
    head_hash?: string;
    /**
     * signed ones that match
     */
    checkpoints?: number;
    /**
     * the newest record that a checkpoint covers
     */
    signed_to?: number;
    /**
     * sealed files
     */
    segments?: number;
    /**
     * the oldest record that still exists
     */
    from?: number;
    /**
     * where it is broken
     */
    place?: string;
    reason?: string;
  };
}

export interface AuditVerificationReadAnswer {
  /**
   * `never`: not run since the start of the appliance
   */
  state: 'never' | 'running' | 'done' | 'failed';
  started_at?: string;
  ended_at?: string;
  /**
   * why it could not be done
   */
  reason?: string;
  verdict?: {
    intact: boolean;
    /**
     * that were verified
     */
    records: number;
    head_hash?: string;
    /**
     * signed ones that match
     */
    checkpoints?: number;
    /**
     * the newest record that a checkpoint covers
     */
    signed_to?: number;
    /**
     * sealed files
     */
    segments?: number;
    /**
     * the oldest record that still exists
     */
    from?: number;
    /**
     * where it is broken
     */
    place?: string;
    reason?: string;
  };
}

export interface SignInWaysAnswer {
  /**
   * whether people sign in here with a password
   */
  local: boolean;
  /**
   * the identity provider at which people sign in, if there is one
   */
  oidc: {
    name: string;
  } | null;
}

export interface SessionCreateRequest {
  user_name: string;
  password: string;
  /**
   * of the authenticator, or a recovery code; where the account has a second factor
   */
  code?: string;
}

export interface SessionCreateAnswer {
  user: {
    user_id: string;
    user_name: string;
    display_name: string;
    roles: string[];
    source: 'local' | 'oidc';
    /**
     * whether the account has one
     */
    second_factor: boolean;
  };
  /**
   * the account must set up a second factor before it may do anything
   */
  second_factor_missing: boolean;
  /**
   * the data that the account may use
   */
  worlds: ('test' | 'live')[];
  /**
   * in the world of the header `Wardbox-Mode`, or in the first of `worlds`
   */
  scopes: string[];
  /**
   * for the header `X-CSRF-Token` of every request but GET
   */
  csrf_token: string;
  /**
   * when the session ends if it is not used; ISO 8601, UTC
   */
  idle_ends_at: string;
  /**
   * of a new password, in characters
   */
  min_password_length: number;
  /**
   * when the session ends even if it is used; ISO 8601, UTC
   */
  ends_at: string;
}

export interface SessionReadAnswer {
  user: {
    user_id: string;
    user_name: string;
    display_name: string;
    roles: string[];
    source: 'local' | 'oidc';
    /**
     * whether the account has one
     */
    second_factor: boolean;
  };
  /**
   * the account must set up a second factor before it may do anything
   */
  second_factor_missing: boolean;
  /**
   * the data that the account may use
   */
  worlds: ('test' | 'live')[];
  /**
   * in the world of the header `Wardbox-Mode`, or in the first of `worlds`
   */
  scopes: string[];
  /**
   * for the header `X-CSRF-Token` of every request but GET
   */
  csrf_token: string;
  /**
   * when the session ends if it is not used; ISO 8601, UTC
   */
  idle_ends_at: string;
  /**
   * of a new password, in characters
   */
  min_password_length: number;
  /**
   * when the session ends even if it is used; ISO 8601, UTC
   */
  ends_at: string;
}

export interface PasswordChangeRequest {
  old: string;
  new: string;
}

export interface SecondFactorBeginAnswer {
  /**
   * base32, to be typed into an authenticator
   */
  secret: string;
  /**
   * the same for a QR code: `otpauth://totp/…`
   */
  uri: string;
}

export interface SecondFactorRemoveRequest {
  password: string;
  /**
   * of the authenticator, or a recovery code
   */
  code: string;
}

export interface SecondFactorSetRequest {
  code: string;
}

export interface SecondFactorSetAnswer {
  /**
   * each works once instead of a code; shown only here
   */
  recovery_codes: string[];
}

export interface InvitationReadRequest {
  token: string;
}

export interface InvitationReadAnswer {
  user_name: string;
  display_name: string;
  /**
   * whether the person chooses the user name
   */
  chooses_name: boolean;
  min_password_length: number;
  /**
   * ISO 8601, UTC
   */
  expires_at: string;
}

export interface InvitationAcceptRequest {
  /**
   * of the one-time link
   */
  token: string;
  password: string;
  /**
   * where the person chooses it
   */
  user_name?: string;
  /**
   * where the person chooses the user name
   */
  display_name?: string;
}

export interface InvitationAcceptAnswer {
  user_name: string;
}

export interface SignInLinkReadRequest {
  /**
   * of the one-time link
   */
  token: string;
}

export interface SignInLinkReadAnswer {
  user_name: string;
  display_name: string;
  roles: string[];
  /**
   * ISO 8601, UTC
   */
  expires_at: string;
}

export interface SignInLinkUseRequest {
  /**
   * of the one-time link
   */
  token: string;
}

export interface SignInLinkUseAnswer {
  user: {
    user_id: string;
    user_name: string;
    display_name: string;
    roles: string[];
    source: 'local' | 'oidc';
    /**
     * whether the account has one
     */
    second_factor: boolean;
  };
  /**
   * the account must set up a second factor before it may do anything
   */
  second_factor_missing: boolean;
  /**
   * the data that the account may use
   */
  worlds: ('test' | 'live')[];
  /**
   * in the world of the header `Wardbox-Mode`, or in the first of `worlds`
   */
  scopes: string[];
  /**
   * for the header `X-CSRF-Token` of every request but GET
   */
  csrf_token: string;
  /**
   * when the session ends if it is not used; ISO 8601, UTC
   */
  idle_ends_at: string;
  /**
   * of a new password, in characters
   */
  min_password_length: number;
  /**
   * when the session ends even if it is used; ISO 8601, UTC
   */
  ends_at: string;
}

export interface GetHealthAnswer {
  status: 'ok';
  version: string;
}

export interface GetReadinessAnswer {
  status: 'ready' | 'degraded' | 'not_ready';
  checks: {
    stopping: boolean;
    database: 'ok' | 'failed';
    /**
     * of FHIR
     */
    search_index: 'ok' | 'rebuilding';
    disk: {
      status: 'ok' | 'low';
      free_mb: number;
    };
    workers: {
      up: number;
      busy: number;
      queued: number;
    };
    /**
     * threads that analyse patients, where there are any
     */
    analysis?: {
      up: number;
      busy: number;
      queued: number;
    };
    models: {
      id: string;
      state: 'ready' | 'quarantined' | 'unavailable';
      version?: string;
      backend?: string;
      /**
       * largest error against the golden vectors
       */
      parity_error?: number;
      /**
       * median of one run on the golden vectors
       */
      latency_ms?: number;
      reason?: string;
      /**
       * who vouches for the package: the name of a trusted key, "release" (it came with the program), "stranger" (a key that is not trusted) or "unsigned"
       */
      signed?: string;
    }[];
  };
}
