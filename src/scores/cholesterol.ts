/** mg/dL of cholesterol in one mmol/L (386.65 g/mol; ESC and AHA both use 38.67). */
const CHOLESTEROL_MG_PER_MMOL = 38.67;

/** Cholesterol in mmol/L from mg/dL. */
export const cholesterolMmol = (mgPerDl: number): number => mgPerDl / CHOLESTEROL_MG_PER_MMOL;

/** Refuses HDL cholesterol that is not below the total cholesterol. */
export function refuseHdl(values: {
  readonly total_cholesterol?: number | undefined;
  readonly hdl_cholesterol?: number | undefined;
}) {
  const { total_cholesterol: total, hdl_cholesterol: hdl } = values;
  return total !== undefined && hdl !== undefined && hdl >= total
    ? ({ input: 'hdl_cholesterol', issue: 'must be below total cholesterol' } as const)
    : undefined;
}
