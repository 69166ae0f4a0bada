/** What a terminal obeys, doesn't show, or shows in another order; and halves of characters. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

const escaped = (character: string): string => {
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
};

/** A message in one line, with the characters that aren't seen written as escapes. */
export function visible(message: string): string {
  return message.replace(/\s+/g, ' ').trim().replace(UNSEEN, escaped);
}
