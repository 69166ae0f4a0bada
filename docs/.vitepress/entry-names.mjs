import { Converter, ReflectionKind } from 'typedoc';
import { entries } from '../../scripts/architecture.mjs';

/**
 * Names the entries as they are imported: `homing/testing`, and not `entries/testing`.
 *
 * @param {import('typedoc').Application} app
 */
export function load(app) {
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const module of project.getChildrenByKind(ReflectionKind.Module))
      module.name = entries.find(({ file }) => file === module.name).specifier;
  });
}
