export { parseByContentType } from './parts/openapi/parse-by-content-type.js';
export { places } from './parts/openapi/places.js';
export type {
  PlaceEntry,
  PlaceMap,
  PlaceMember,
  PlaceStyle,
  PlaceTarget,
  PlaceWord,
} from './parts/openapi/place-map.js';
