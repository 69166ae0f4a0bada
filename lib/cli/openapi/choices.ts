/** The options of the generator that are one of several words. The first word is the default of most of them. */
export const CHOICES = {
  schemas: ['zod', 'zod-mini', 'valibot'],
  dates: ['string', 'date', 'temporal'],
  int64: ['number', 'string', 'bigint'],
  bytes: ['base64', 'uint8array'],
  properties: ['document', 'camelCase'],
} as const;

/** An option with a choice. */
export type ChoiceName = keyof typeof CHOICES;

/** A value of an option. */
export type ChoiceOf<TName extends ChoiceName> = (typeof CHOICES)[TName][number];

export const CHOICE_NAMES = Object.keys(CHOICES) as readonly ChoiceName[];

/** Returns a sentence's end with the valid words, such as `pass base64 or uint8array`. */
export function choiceAdvice(name: ChoiceName): string {
  const words = CHOICES[name];
  return `pass ${words.slice(0, -1).join(', ')} or ${String(words.at(-1))}`;
}

/** Whether a value is one of the words of an option. */
export function isChoice<TName extends ChoiceName>(name: TName, value: unknown): value is ChoiceOf<TName> {
  return (CHOICES[name] as readonly unknown[]).includes(value);
}
