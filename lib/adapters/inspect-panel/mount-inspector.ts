import type { PanelSource } from './timeline.js';

/**
 * Shows what an inspector keeps, in an element of its own, `<homing-inspector>`. It fills the element that it is put in.
 *
 * @param seen What `inspector` gave.
 * @param target Where to put it. Default: the end of the page's body.
 * @returns What takes it away again.
 */
export function mountInspector(seen: PanelSource, target?: { append(element: never): void }): () => void {
  const element = document.createElement('homing-inspector');
  Object.assign(element, { seen });
  ((target ?? document.body) as ParentNode).append(element);
  // An element that is there is made what it is as soon as its class is.
  void import('./panel-element.js').then(({ definePanel }) => definePanel());
  return () => element.remove();
}
