export {
  REDACTED,
  redactBody,
  redactField,
  redactHeaders,
  redactText,
  redactUrl,
} from './parts/redaction/redaction.js';
