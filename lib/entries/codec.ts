export { bytes } from '../features/codec/bytes.js';
export type { Codec, CodecReport } from '../features/codec/codec.js';
export { as, byName, list, object, record, tuple } from '../features/codec/containers.js';
export type { CodecTable, RenamedMember } from '../features/codec/containers.js';
export { date, dateTime } from '../features/codec/dates.js';
export { int64, int64Text, parseBigInts, parseInt64, stringifyInt64 } from '../features/codec/int64.js';
export { chain, decodes, encodes } from '../features/codec/schemas.js';
export { instant, plainDate, plainTime } from '../features/codec/temporal.js';
export { allOf, anyOf, exceptStrings, lazy, tagged, withMembers } from '../features/codec/unions.js';
