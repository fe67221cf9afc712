import type { ReportProblem, Span } from '../../text/index.ts'
import { excerpt } from '../../text/index.ts'
import type { MappingNode } from '../../yaml/index.ts'

/** The API group of kustomize's own files. No cluster serves it. */
export const KUSTOMIZE_GROUP = 'kustomize.config.k8s.io'

const KUSTOMIZE = 'Use the output of kubectl kustomize FOLDER/.'

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
    fix: KUSTOMIZE,
  },
  {
    code: 'helm-chart',
    is: (keys) => ['apiVersion', 'name', 'version'].every((key) => keys.includes(key)),
    message: 'This is the description of a Helm chart, not an object.',
    fix: 'Use the output of helm template.',
  },
]

/** Reports an object without a kind that is a file of kustomize or Helm. Returns whether it is one. */
export function reportToolFile(node: MappingNode, report: ReportProblem): boolean {
  const keys = node.pairs.flatMap(({ key }) => (key.kind === 'scalar' ? [key.value] : []))
  const file = FILES.find(({ is }) => is(keys))
  if (file === undefined) return false
  const { code, message, fix } = file
  const detail = keys.includes('apiVersion') ? 'kind not set' : 'apiVersion not set, kind not set'
  report({ severity: 'error', code, message, fix, detail, span: node.pairs[0]?.key ?? node, path: 'kind' })
  return true
}

/** Warns that an object is a file of kustomize, which applying it does not follow. */
export function warnOfKustomization(kind: string, span: Span, report: ReportProblem): void {
  report({
    severity: 'warning',
    code: 'kustomization',
    message: `This ${excerpt(kind)} names files, and only kustomize reads them: nothing of them is here.`,
    fix: KUSTOMIZE,
    span,
    path: 'kind',
  })
}
