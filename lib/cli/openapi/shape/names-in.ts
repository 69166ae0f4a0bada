import { type NamedShape, partsOf, type Shape } from './shape.js';

/** Returns the names that a shape uses, at any depth, in their order. */
export function namesIn(shape: Shape): NamedShape[] {
  const found: NamedShape[] = [];
  const waiting: Shape[] = [shape];
  for (let next = waiting.pop(); next; next = waiting.pop())
    if (next.kind === 'named') found.push(next);
    else waiting.push(...partsOf(next));
  return found.reverse();
}

/** Sorts names so that each follows the names in its shape, except in a circle. */
export function inOrderOfUse(
  names: readonly string[],
  usedBy: (name: string) => readonly string[],
): string[] {
  const seen = new Set<string>();
  const order: string[] = [];
  const stack: { readonly name: string; readonly ways: Iterator<string, undefined> }[] = [];
  const enter = (name: string): void => {
    if (seen.has(name)) return;
    seen.add(name);
    stack.push({ name, ways: usedBy(name).values() });
  };
  for (const name of names) {
    enter(name);
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const next = top.ways.next().value;
      if (next !== undefined) enter(next);
      else {
        order.push(top.name);
        stack.pop();
      }
    }
  }
  return order;
}

/** Whether any part of a shape, or of the names that it uses, passes a test. */
export function someShape(start: Shape, passes: (shape: Shape) => boolean): boolean {
  const seen = new Set<Shape>();
  const waiting: Shape[] = [start];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    if (passes(next)) return true;
    waiting.push(...(next.kind === 'named' ? [next.shape] : partsOf(next)));
  }
  return false;
}

/** Whether each object of a shape has a field, as far as names and compositions tell. */
export function hasField(start: Shape, field: string): boolean {
  const seen = new Set<Shape>();
  const waiting: Shape[] = [start];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    if (next.kind === 'object' && next.fields.some(({ name }) => name === field)) return true;
    if (next.kind === 'named' || next.kind === 'nullable') waiting.push(next.shape);
    else if (next.kind === 'all') waiting.push(...next.parts);
  }
  return false;
}
