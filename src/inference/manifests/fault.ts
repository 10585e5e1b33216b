/** Records a fault of a field of a manifest. */
export type Fault = (path: (string | number)[], message: string) => void;
