import type { Problem } from '../../text/index.ts'

/** What to do with files that kustomize reads. */
export const KUSTOMIZE_FIX = 'Use the output of kubectl kustomize FOLDER/.'

/** A file of a program, which has no kind and is known by its fields. */
interface ToolFile {
  readonly code: string
  readonly is: (keys: readonly string[]) => boolean
  readonly message: string
  readonly fix: string
}

/** Fields of a kustomization (Go: `types.Kustomization` in `sigs.k8s.io/kustomize/api/types`) that no other file has. */
const KUSTOMIZATION = new Set(
  `bases buildMetadata commonAnnotations commonLabels components configMapGenerator configurations crds
   generatorOptions generators helmCharts helmGlobals images namePrefix nameSuffix openapi patches patchesJson6902
   patchesStrategicMerge replacements replicas resources secretGenerator sortOptions transformers validators vars`.split(
    /\s+/,
  ),
)
const BESIDE_KUSTOMIZATION = new Set(['apiVersion', 'labels', 'namespace'])

const FILES: readonly ToolFile[] = [
  {
    code: 'kustomization',
    is: (keys) =>
      keys.some((key) => KUSTOMIZATION.has(key)) &&
      keys.every((key) => KUSTOMIZATION.has(key) || BESIDE_KUSTOMIZATION.has(key)),
    message: 'This is a kustomization, not an object: it names the files that kustomize makes objects of.',
    fix: KUSTOMIZE_FIX,
  },
  {
    code: 'helm-chart',
    is: (keys) => ['apiVersion', 'name', 'version'].every((key) => keys.includes(key)),
    message: 'This is the description of a Helm chart, not an object.',
    fix: 'Use the output of helm template.',
  },
]

/** The error about a document without a kind that is a file of kustomize or Helm; undefined for any other document. */
export function toolFile(errors: readonly Problem[], source: string): Problem | undefined {
  const missing = errors.find(({ code }) => code === 'missing-kind')
  if (missing === undefined) return undefined
  const keys = [...source.matchAll(/^["']?(\w+)["']?:/gm)].map(([, key = '']) => key)
  const file = FILES.find(({ is }) => is(keys))
  if (file === undefined) return undefined
  const { code, message, fix } = file
  const detail = keys.includes('apiVersion') ? 'kind not set' : 'apiVersion not set, kind not set'
  return { severity: 'error', code, message, fix, detail, span: missing.span, path: 'kind' }
}

/** Warns of an object that is a file of kustomize, in place of the note that it was not read. No cluster serves its group. */
export function withKustomizations(problems: readonly Problem[], source: string): readonly Problem[] {
  if (!/^apiVersion:\s*["']?kustomize\.config\.k8s\.io\//m.test(source)) return problems
  return problems.map((problem) => {
    if (problem.code !== 'not-read') return problem
    const message = 'This file of kustomize names others, and only kustomize reads them: nothing of them is here.'
    return { ...problem, severity: 'warning', code: 'kustomization', message, fix: KUSTOMIZE_FIX }
  })
}
