/** What stands for the files of the inspector's page, which only a build makes. */
export const pageScripts = async (): Promise<ReadonlyMap<string, string>> =>
  new Map([['inspector-page.js', '// page']]);
