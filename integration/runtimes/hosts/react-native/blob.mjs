// Use the original timer, because the device reads even if a spec installs fake timers.
const { setTimeout } = globalThis;

const bytesOf = (part) => {
  if (part instanceof NativeBlob) return part.bytes;
  if (part instanceof ArrayBuffer) return new Uint8Array(part);
  if (ArrayBuffer.isView(part)) return new Uint8Array(part.buffer, part.byteOffset, part.byteLength);
  const text = unescape(encodeURIComponent(String(part)));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
};

/** As in React Native, only a FileReader can read a Blob, and a Blob has no toStringTag. */
export class NativeBlob {
  constructor(parts = [], { type = '' } = {}) {
    this.bytes = Uint8Array.from(parts.flatMap((part) => [...bytesOf(part)]));
    this.type = type;
  }

  get size() {
    return this.bytes.length;
  }

  slice(start, end, type) {
    return new NativeBlob([this.bytes.slice(start, end)], { type });
  }
}

export class NativeFileReader {
  readAsArrayBuffer({ bytes }) {
    this.give(bytes.slice().buffer);
  }

  readAsText({ bytes }) {
    let text = '';
    for (const byte of bytes) text += String.fromCharCode(byte);
    this.give(decodeURIComponent(escape(text)));
  }

  give(result) {
    setTimeout(() => {
      this.result = result;
      this.onload();
    }, 0);
  }
}
