import type { PanelSource } from './timeline.js';

/**
 * Shows the calls of an inspector in a new `<homing-inspector>` element, which fills its parent.
 *
 * @param seen The return value of `inspector`.
 * @param target Parent of the element. Default: the body of the page.
 * @returns A function that removes the element.
 */
export function mountInspector(seen: PanelSource, target?: { append(element: never): void }): () => void {
  const element = document.createElement('homing-inspector');
  Object.assign(element, { seen });
  ((target ?? document.body) as ParentNode).append(element);
  // The browser upgrades the existing element when its class is defined.
  void import('./panel-element.js').then(({ definePanel }) => definePanel());
  return () => element.remove();
}
