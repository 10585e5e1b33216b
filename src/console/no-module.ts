// Stands for modules of Node that libraries name for runs under Node; in a browser nothing uses them.
export {};
