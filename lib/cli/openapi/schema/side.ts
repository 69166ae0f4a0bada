/** Whether a value comes from the server, without what is `writeOnly`, or goes to it, without what is `readOnly`. */
export type Side = 'received' | 'sent';
