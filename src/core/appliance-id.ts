/** Who acts where the appliance does something by itself: in audit records, and as the owner of its own jobs. */
export const APPLIANCE_ID = 'wardbox';
