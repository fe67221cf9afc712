/** A file that kustomize or Helm reads, or goals, or a design, and that has no objects; or a folder of such files. */
export interface LeftOutFile {
  /** The path; that of a folder ends with a slash. */
  readonly path: string
  /** `warning`: objects are missing without these files. */
  readonly severity: 'warning' | 'note'
  /** The contents of the file, and that it was not read. */
  readonly message: string
  readonly fix: string
}

/**
 * Separates the manifests of a folder from files that kustomize and Helm read (kustomizations, values, the description and the
 * templates of a chart), from goals, which are questions about the manifests, and from designs. `paths`: all files below the folder that may
 * be manifests, with slashes. Keeps their order.
 */
export function manifestsAmong(paths: readonly string[]): {
  readonly manifests: readonly string[]
  readonly leftOut: readonly LeftOutFile[]
} {
  const charts = paths.filter((path) => nameOf(path) === 'Chart.yaml').map(folderOf)
  const manifests: string[] = []
  const leftOut = new Map<string, LeftOutFile>()
  for (const path of paths) {
    const file = leftOutIn(path, charts)
    if (file === undefined) manifests.push(path)
    else leftOut.set(file.path, file)
  }
  return { manifests, leftOut: [...leftOut.values()] }
}

function leftOutIn(path: string, charts: readonly string[]): LeftOutFile | undefined {
  const name = nameOf(path)
  const folder = folderOf(path)
  const chart = charts.find((one) => path.startsWith(`${one}templates/`))
  if (chart !== undefined) {
    const message = 'These templates of a Helm chart were not read: their objects are missing here.'
    return { path: `${chart}templates/`, severity: 'warning', message, fix: rendered('helm template', chart) }
  }
  const note = (message: string, fix: string): LeftOutFile => ({ path, severity: 'note', message, fix })
  if (/^kustomization\.ya?ml$|^Kustomization$/.test(name)) {
    const message = 'This kustomization was not read: the names, namespaces and patches in it are not applied.'
    return note(message, rendered('kubectl kustomize', folder))
  }
  if (isGoalsFile(name)) {
    return note(
      'These goals were not read as a part of the policy.',
      `Run authz-playground check ${path} to judge them.`,
    )
  }
  if (isDesignFile(name)) {
    return note(
      'This design was not read as a part of the policy.',
      `Run authz-playground check ${path} to judge it, or let it decide by --design ${path}.`,
    )
  }
  if (name === 'Chart.yaml') {
    return note('This description of a Helm chart was not read.', rendered('helm template', folder))
  }
  const values = charts.includes(folder) ? /^values\b.*\.(?:ya?ml|json)$/ : /^values\.ya?ml$/
  if (!values.test(name)) return undefined
  return note('These values of a Helm chart were not read.', rendered('helm template', folder))
}

/** `goals.yaml`, or `team-a.goals.yaml`. */
function isGoalsFile(name: string): boolean {
  return /^(?:.+\.)?goals\.(?:ya?ml|json)$/.test(name)
}

/** Whether a path is that of a design by its name: `design.yaml`, or `reads-as.design.yaml`. */
export function isDesignFile(path: string): boolean {
  return /^(?:.+\.)?design\.(?:ya?ml|json)$/.test(nameOf(path))
}

function rendered(command: string, folder: string): string {
  return `Use the output of ${command} ${folder === '' ? './' : folder} instead.`
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** With a slash at its end; empty for a file without a folder. */
function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1)
}
