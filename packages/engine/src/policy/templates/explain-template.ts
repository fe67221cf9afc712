import { excerpt, isError, type Problem, type ReportProblem, type Span } from '../../text/index.ts'
import type { Struct } from '../decode/decoded-value.ts'
import { TEMPLATE, type TemplateReader } from './template-reader.ts'
import { type TemplateText, type TemplateTool, templateInValue, templateSyntax } from './template-text.ts'
import { KUSTOMIZE_FIX, toolFile, withKustomizations } from './tool-file.ts'

/** The words for the template of each program. */
const TOOLS: Readonly<Record<TemplateTool, { readonly name: string; readonly message: string; readonly fix: string }>> =
  {
    helm: {
      name: 'Helm',
      message: 'This is a Helm template, which is not YAML before Helm renders it.',
      fix: 'Use the output of helm template.',
    },
    go: {
      name: 'A program with Go’s templates, such as Helm,',
      message: 'This is a template in Go’s language, as Helm uses it, which is not YAML before it is rendered.',
      fix: 'Use the rendered text; for a Helm chart that is the output of helm template.',
    },
    jinja: {
      name: 'Jinja, or a program like it,',
      message: 'This is a template of Jinja or a program like it, which is not YAML before it is rendered.',
      fix: 'Use the rendered text, such as the output of jinja2 FILE, or the file that Ansible’s module template writes.',
    },
    ytt: {
      name: 'ytt',
      message: 'This is a ytt template, whose values are missing before ytt renders it.',
      fix: 'Use the output of ytt -f FILE.',
    },
    variables: {
      name: 'A program such as envsubst',
      message: 'This variable has not been replaced yet.',
      fix: 'Use the output of envsubst < FILE, or of the program that replaces variables in your deployment.',
    },
    kustomize: {
      name: 'kustomize',
      message: 'This variable of kustomize has not been replaced yet.',
      fix: KUSTOMIZE_FIX,
    },
  }

/** Directives of strategic merge patches (Go: `k8s.io/apimachinery/pkg/util/strategicpatch`). */
const DIRECTIVE = /^["']?\$(?:patch|retainKeys|setElementOrder\/|deleteFromPrimitiveList\/)/

function withTemplateNamed(
  problems: readonly Problem[],
  text: string,
  document: Span,
  root: boolean,
): readonly Problem[] {
  const source = text.slice(document.start, document.end)
  const errors = problems.filter(isError)
  const [first] = errors
  if (first === undefined) return withKustomizations(problems, source)
  const file = toolFile(errors, source)
  if (file !== undefined) return [file]
  const directive = errors.find(
    ({ code, span }) => code === 'unknown-field' && DIRECTIVE.test(text.slice(span.start, span.end)),
  )
  if (directive !== undefined) return [patchError(directive)]
  const syntax = templateSyntax(source, { ytt: root })
  if (syntax !== undefined) {
    const found = moved(syntax, document.start)
    // A syntax error before the template has another cause.
    const before = !root && first.span.start < text.lastIndexOf('\n', found.start) + 1
    return before ? problems : [templateError(found, firstUpstream(errors) ?? first)]
  }
  const caused = new Map<Problem, TemplateText>()
  for (const error of errors) {
    const found = root ? templateInError(error, text) : templateAtError(error, text)
    if (found !== undefined) caused.set(error, found)
  }
  const [one] = caused
  if (one === undefined) return problems
  const [error, found] = one
  return [
    templateError(found, firstUpstream([...caused.keys()]) ?? error),
    ...problems.filter((problem) => !caused.has(problem)),
  ]
}

/** The error that kubectl would print: it converts YAML to JSON (Go: `sigs.k8s.io/yaml`) before it decodes the JSON. */
function firstUpstream(errors: readonly Problem[]): Problem | undefined {
  return errors.find(({ detail }) => detail?.startsWith('yaml: '))
}

/** Template text is searched in so many characters of a value. */
const SEARCHED = 1000

/** The template text in the value that an error is about. Annotations and conditions may have any text. */
function templateInError({ span, path = '' }: Problem, text: string): TemplateText | undefined {
  if (path.startsWith('metadata.annotations') || path.startsWith('rule.')) return undefined
  const [value = ''] = text.slice(span.start, Math.min(span.end, span.start + SEARCHED)).split('\n')
  const found = templateInValue(value)
  return found && moved(found, span.start)
}

/** The template text in the word where YAML ends: `[${VERBS}]` ends at the brace. */
function templateAtError({ span }: Problem, text: string): TemplateText | undefined {
  const start = Math.max(span.start - 1, 0)
  const [line = ''] = text
    .slice(start, start + SEARCHED)
    .trimStart()
    .split('\n')
  const found = templateInValue(line)
  if (found === undefined || /[\s"'#]/.test(line.slice(0, found.start))) return undefined
  return moved(found, text.indexOf(line, start))
}

function moved({ tool, start, end }: TemplateText, by: number): TemplateText {
  return { tool, start: start + by, end: end + by }
}

function templateError({ tool, start, end }: TemplateText, { detail }: Problem): Problem {
  const { message, fix } = TOOLS[tool]
  const of = detail === undefined ? {} : { detail }
  return { severity: 'error', code: TEMPLATE, message, fix, span: { start, end }, ...of }
}

function patchError({ span, detail, path }: Problem): Problem {
  return {
    severity: 'error',
    code: 'kustomize-patch',
    message: 'This makes the document a patch, which kustomize merges with an object of another file.',
    fix: TOOLS.kustomize.fix,
    span,
    ...(detail === undefined ? {} : { detail }),
    ...(path === undefined ? {} : { path }),
  }
}

function lintAnnotations(text: string, document: Span, report: ReportProblem): void {
  const source = text.slice(document.start, document.end)
  if (!source.includes('#@')) return
  const found = templateSyntax(source, { ytt: true })
  if (found?.tool !== 'ytt') return
  report({
    severity: 'warning',
    code: TEMPLATE,
    message: 'ytt changes this document, so the cluster gets another object.',
    fix: TOOLS.ytt.fix,
    span: { start: found.start + document.start, end: found.end + document.start },
  })
}

/** Annotations, names of resources and URLs are not searched: they may have any text. */
function warnOfTemplates(object: Struct, report: ReportProblem): void {
  const named = [
    object.struct('metadata'),
    object.struct('roleRef'),
    ...object.structs('subjects').map(({ value }) => value),
  ]
  for (const struct of named) {
    for (const { name, value, node } of struct?.fields ?? []) {
      if (typeof value === 'string' && (name === 'name' || name === 'namespace')) lintText(value, node, report)
    }
  }
  for (const { value: rule } of object.structs('rules')) {
    for (const list of ['verbs', 'apiGroups', 'resources']) {
      for (const { value, node } of rule.texts(list)) lintText(value, node, report)
    }
  }
}

function lintText(value: string, span: Span, report: ReportProblem): void {
  const found = templateInValue(value)
  if (found === undefined) return
  const { name, fix } = TOOLS[found.tool]
  const text = excerpt(value.slice(found.start, found.end))
  report({
    severity: 'warning',
    code: TEMPLATE,
    message: `${name} replaces “${text}”, so the cluster gets another value here.`,
    fix,
    span: { start: span.start, end: span.end },
  })
}

/** The reader of every policy but those of elements and of the first answer, which load it where they need it. */
export const TEMPLATES: TemplateReader = {
  named: withTemplateNamed,
  lintDocument: lintAnnotations,
  warnOfObject: warnOfTemplates,
  isIn: (value) => templateInValue(value) !== undefined,
}
