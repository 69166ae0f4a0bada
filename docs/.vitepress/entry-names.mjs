import { Converter, ReflectionKind } from 'typedoc';

/**
 * Names the entries as they are imported: `homing/testing`, and not `testing`.
 *
 * @param {import('typedoc').Application} app
 */
export function load(app) {
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const module of project.getChildrenByKind(ReflectionKind.Module))
      module.name = module.name === 'index' ? 'homing' : `homing/${module.name}`;
  });
}
