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

/** Iterates over a shape and the shapes that `insideOf` returns, at any depth and each once. */
export function* shapesFrom(start: Shape, insideOf: (shape: Shape) => readonly Shape[]): Generator<Shape> {
  const seen = new Set<Shape>();
  const waiting: Shape[] = [start];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    yield next;
    waiting.push(...insideOf(next));
  }
}

/** Returns the shapes that describe the same value as a name, a nullable shape or a composition. */
export function sameValue(shape: Shape): readonly Shape[] {
  if (shape.kind === 'named' || shape.kind === 'nullable') return [shape.shape];
  return shape.kind === 'all' ? shape.parts : [];
}

/** Whether any part of a shape, or of the names that it uses, passes a test. */
export function someShape(start: Shape, passes: (shape: Shape) => boolean): boolean {
  const insideOf = (shape: Shape): readonly Shape[] =>
    shape.kind === 'named' ? [shape.shape] : partsOf(shape);
  for (const shape of shapesFrom(start, insideOf)) if (passes(shape)) return true;
  return false;
}

/** Whether each object of a shape has a field, as far as names and compositions tell. */
export function hasField(start: Shape, field: string): boolean {
  for (const shape of shapesFrom(start, sameValue))
    if (shape.kind === 'object' && shape.fields.some(({ name }) => name === field)) return true;
  return false;
}
