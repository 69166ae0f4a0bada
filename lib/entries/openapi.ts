export { parseByContentType } from '../features/openapi/parse-by-content-type.js';
export { placed } from '../features/openapi/placed.js';
export { places } from '../features/openapi/places.js';
export { plainPlaces } from '../features/openapi/plain-places.js';
export type { PlainPlaceMap, PlainTarget } from '../features/openapi/plain-places.js';
export type {
  PlaceEntry,
  PlaceMap,
  PlaceMember,
  PlaceStyle,
  PlaceTarget,
  PlaceWord,
} from '../features/openapi/place-map.js';
