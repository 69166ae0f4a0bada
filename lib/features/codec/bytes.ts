import { type Codec, convertText, type TextConversion } from './codec.js';

const BASE64: TextConversion<Uint8Array> = {
  wanted: 'base64',
  tag: 'Uint8Array',
  read: (text) => {
    // `atob` also accepts white space and missing padding.
    if (text.length % 4 || /\s/.test(text)) return undefined;
    const binary = atob(text);
    const found = new Uint8Array(binary.length);
    for (let at = 0; at < binary.length; at += 1) found[at] = binary.charCodeAt(at);
    return found;
  },
  write: (value) => {
    let binary = '';
    // In pieces, because a function accepts a limited number of arguments.
    for (let at = 0; at < value.length; at += 0x2000)
      binary += String.fromCharCode(...value.subarray(at, at + 0x2000));
    return btoa(binary);
  },
};

const convertBytes: Codec['decode'] = (value, report) => convertText(BASE64, value, report);

/**
 * Converts base64 to a `Uint8Array`, and back. The alphabet and the padding follow RFC 4648, section 4: text
 * without padding, with white space or in base64url stays a string and is reported.
 */
export const bytes: Codec = { decode: convertBytes, encode: convertBytes };
