/** A coefficient, and what it gains with each of the two powers of age. */
export type Term = readonly [alone: number, age1?: number, age2?: number];

export type QriskEthnicity =
  | 'white'
  | 'indian'
  | 'pakistani'
  | 'bangladeshi'
  | 'other_asian'
  | 'black_caribbean'
  | 'black_african'
  | 'chinese'
  | 'other';

export type QriskSmoking = 'never' | 'former' | 'light' | 'moderate' | 'heavy';

export type QriskMeasured = 'bmi1' | 'bmi2' | 'ratio' | 'sbp' | 'sbpSd' | 'townsend';

export type QriskHistory =
  | 'atrial_fibrillation'
  | 'atypical_antipsychotic'
  | 'regular_corticosteroids'
  | 'erectile_dysfunction'
  | 'migraine'
  | 'rheumatoid_arthritis'
  | 'ckd_stage_3_to_5'
  | 'severe_mental_illness'
  | 'lupus'
  | 'antihypertensive_treatment'
  | 'type_1_diabetes'
  | 'type_2_diabetes'
  | 'family_history_chd_before_60';

export interface QriskEquation {
  readonly survival: number;
  readonly centre: Readonly<Record<QriskMeasured | 'age1' | 'age2', number>>;
  readonly age: readonly [age1: number, age2: number];
  readonly ethnicity: Readonly<Record<QriskEthnicity, number>>;
  readonly smoking: Readonly<Record<QriskSmoking, Term>>;
  readonly measured: Readonly<Record<QriskMeasured, Term>>;
  readonly history: Readonly<Record<QriskHistory, Term>>;
}

// The coefficients of QRISK3-2017 as published (Hippisley-Cox 2017, doi:10.1136/bmj.j2099); a
// coefficient of 0 is given where the equation has no such term. The code around them is our own.
export const QRISK3_WOMEN: QriskEquation = {
  survival: 0.988876402378082,
  centre: {
    age1: 0.053274843841791,
    age2: 4.332503318786621,
    bmi1: 0.154946178197861,
    bmi2: 0.144462317228317,
    ratio: 3.47632646560669,
    sbp: 123.13001251220703,
    sbpSd: 9.002537727355957,
    townsend: 0.392308831214905,
  },
  age: [-8.138810924772619, 0.797333766896991],
  ethnicity: {
    white: 0,
    indian: 0.28040314332995425,
    pakistani: 0.562989941420754,
    bangladeshi: 0.2959000085111652,
    other_asian: 0.07278537987798255,
    black_caribbean: -0.17072135508857317,
    black_african: -0.3937104331487497,
    chinese: -0.3263249528353027,
    other: -0.17127056883241784,
  },
  smoking: {
    never: [0],
    former: [0.13386833786546262, -4.705716178585189, -0.07558924464319303],
    light: [0.5620085801243854, -2.7430383403573337, -0.11951192874867074],
    moderate: [0.6674959337750255, -0.8660808882939218, -0.10366306397571923],
    heavy: [0.8494817764483085, 0.9024156236971065, -0.1399185359171839],
  },
  measured: {
    bmi1: [0.2923609227546005, 23.80262341214174, 0.5236995893366443],
    bmi2: [-4.151330021383766, -71.18494769208701, 0.04574419012232376],
    ratio: [0.15338035820802554],
    sbp: [0.013131488407103424, 0.034131842338615485, -0.0015082501423272358],
    sbpSd: [0.00788945410145861],
    townsend: [0.0772237905885901, -1.030118080203564, -0.03159341467496233],
  },
  history: {
    atrial_fibrillation: [1.5923354969269663, 19.93803488954656, -0.0761826510111625],
    atypical_antipsychotic: [0.25237642070115557],
    regular_corticosteroids: [0.5952072530460185, -0.9840804523593628, -0.12005364946742472],
    migraine: [0.301267260870345, 1.7634979587873, -0.06558691789869986],
    rheumatoid_arthritis: [0.21364803435181942],
    ckd_stage_3_to_5: [0.6519456949384583, -3.5874047731694114, -0.22688873086442507],
    severe_mental_illness: [0.12555308058820178],
    lupus: [0.7588093865426769, 19.690303738638292, 0.07734794967901627],
    antihypertensive_treatment: [0.50931593683423, 11.872809733921812, 0.0009685782358817444],
    type_1_diabetes: [1.7267977510537347, -1.2444332714320747, -0.2872406462448895],
    type_2_diabetes: [1.0688773244615468, 6.86523420000096, -0.09711225259069549],
    family_history_chd_before_60: [0.45445319020896213, 0.9946780794043513, -0.07688505169842304],
    erectile_dysfunction: [0],
  },
};

export const QRISK3_MEN: QriskEquation = {
  survival: 0.977268040180206,
  centre: {
    age1: 0.234766781330109,
    age2: 77.2840805053711,
    bmi1: 0.149176135659218,
    bmi2: 0.141913309693336,
    ratio: 4.300998687744141,
    sbp: 128.5715789794922,
    sbpSd: 8.756621360778809,
    townsend: 0.52630490064621,
  },
  age: [-17.839781666005575, 0.002296488060576549],
  ethnicity: {
    white: 0,
    indian: 0.2771924876030828,
    pakistani: 0.4744636071493127,
    bangladeshi: 0.5296172991968937,
    other_asian: 0.03510015918629902,
    black_caribbean: -0.3580789966932792,
    black_african: -0.4005648523216514,
    chinese: -0.4152279288983017,
    other: -0.2632134813474997,
  },
  smoking: {
    never: [0],
    former: [0.19128222863388983, -0.21011133933516346, -0.0004985487027532612],
    light: [0.5524158819264555, 0.7526867644750319, -0.0007987563331738541],
    moderate: [0.6383505302750607, 0.9931588755640579, -0.000837061842662513],
    heavy: [0.7898381988185802, 2.1331163414389076, -0.0007840031915563729],
  },
  measured: {
    bmi1: [2.456277666053636, 31.004952956033886, 0.005038010235632203],
    bmi2: [-8.301112231471135, -111.29157184391643, -0.013074483002524319],
    ratio: [0.1734019685632711],
    sbp: [0.012910126542553305, 0.018858524469865853, -0.00001271874191588457],
    sbpSd: [0.010251914291290456],
    townsend: [0.033268201277287295, -0.1007554870063731, -0.00009329964232327289],
  },
  history: {
    atrial_fibrillation: [0.8820923692805466, 3.4896675530623207, -0.0003499560834063605],
    atypical_antipsychotic: [0.13046879855173513],
    regular_corticosteroids: [0.45485399750445543, 1.1708133653489108, -0.0002496045095297166],
    erectile_dysfunction: [0.22251859086705383, -1.506400985745431, -0.0011058218441227373],
    migraine: [0.2558417807415991, 2.349115987140244, 0.0001989644604147863],
    rheumatoid_arthritis: [0.20970658013956567],
    ckd_stage_3_to_5: [0.7185326128827438, -0.5065671632722369, -0.0018325930166498813],
    severe_mental_illness: [0.12133039882047164],
    lupus: [0.4401572174457522],
    antihypertensive_treatment: [0.5165987108269547, 6.511458109853267, 0.0006383805310416501],
    type_1_diabetes: [1.2343425521675175, 5.337986487800653, 0.0006409780808752897],
    type_2_diabetes: [0.8594207143093222, 3.646181740622131, -0.0002469569558886832],
    family_history_chd_before_60: [0.5405546900939016, 2.780862850853189, -0.0002479180990739604],
  },
};
