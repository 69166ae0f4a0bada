export { REDACTED, redactBody, redactField, redactHeaders, redactUrl } from './parts/redaction/redaction.js';
