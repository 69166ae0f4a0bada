/** Replacements of the files of the inspector's page, which only a build creates. */
export const pageScripts = async (): Promise<ReadonlyMap<string, string>> =>
  new Map([['inspector-page.js', '// page']]);
