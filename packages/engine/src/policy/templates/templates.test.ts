import { describe, expect, it } from 'vitest'
import { readPolicy } from '../read/read-policy.ts'

/** The problems of a text: severity, code, and line with column. Of a template, its program and not the code. */
function problems(text: string): readonly string[] {
  return readPolicy(text).diagnostics.map(({ severity, code, range, fix = '' }) => {
    const [program = code] = code === 'template' ? (/helm template|jinja2|ytt|envsubst|kustomize/.exec(fix) ?? []) : []
    return `${severity} ${program} ${range.line}:${range.column}`
  })
}

function fixes(text: string): readonly string[] {
  return readPolicy(text).diagnostics.map(({ fix = '' }) => fix)
}

const HEAD = 'apiVersion: rbac.authorization.k8s.io/v1\n'
const RULES = 'rules:\n- apiGroups: [""]\n  resources: [pods]\n  verbs: [get]\n'
const role = (metadata: string, rules = RULES) => `${HEAD}kind: ClusterRole\nmetadata:\n${metadata}${rules}`

describe('a Helm template', () => {
  const chart = `{{- if .Values.rbac.create -}}
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: {{ include "x.fullname" . }}
  labels:
    {{- include "x.labels" . | nindent 4 }}
rules:
{{- range .Values.namespaces }}
- apiGroups: [""]
  resources: ["pods"]
  verbs: {{ toYaml $.Values.verbs | nindent 4 }}
{{- end }}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata:
  name: {{ .Release.Name }}-x
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: ClusterRole
  name: {{ template "x.fullname" . }}
subjects:
- kind: ServiceAccount
  name: {{ .Values.serviceAccount.name | quote }}
  namespace: {{ .Release.Namespace }}
{{- end }}
`

  it('is one error at its first brace, which names the command', () => {
    expect(problems(chart)).toEqual(['error helm template 1:1'])
    expect(readPolicy(chart).diagnostics).toMatchObject([
      {
        message: 'This is a Helm template, which is not YAML before Helm renders it.',
        fix: 'Use the output of helm template.',
        detail: expect.stringMatching(/^yaml: |^json: |^invalid character/),
        range: { line: 1, column: 1, endLine: 1, endColumn: 31 },
      },
    ])
  })

  it.each([
    ['labels on a line', role('  name: x\n  labels:\n    {{- include "x.labels" . | nindent 4 }}\n'), '6:5'],
    ['a block in a line', `${HEAD}kind: Role\nmetadata: {labels: {{- include "x.labels" . | nindent 4 }}}\n`, '3:20'],
    ['a name', role('  name: {{ .Release.Name }}\n'), '4:9'],
    ['a name that goes on', role('  name: {{ .Release.Name }}-x\n'), '4:9'],
    ['a name in quotes that end', role('  name: "{{ include "x.name" . }}-role"\n'), '4:10'],
    ['a name after text', role('  name: x-{{ .Release.Name }}\n  labels: {{ toYaml .Values.labels }}\n'), '5:11'],
    ['verbs', role('  name: x\n', 'rules:\n- verbs: {{ .Values.verbs }}\n'), '6:10'],
    ['a comment of Helm', `{{/* Licence */}}\n${role('  name: x\n')}`, '1:1'],
    ['a comment of several lines', `{{- /*\nLicence of: x\n*/}}\n${role('  name: {{ .Release.Name }}\n')}`, '1:1'],
    ['an end alone', `${role('  name: x\n')}---\n{{ end }}\n# {{ .Values.x }}\n{{ .Values.y }}\n`, '10:1'],
    ['a label in quotes', role("  name: x\n  labels:\n    app: '{{ .Chart.Name }}'\n"), '6:11'],
    [
      'a namespace in quotes',
      `${HEAD}kind: Role\nmetadata: {name: x, namespace: "{{ .Release.Namespace }}"}\n${RULES}`,
      '3:33',
    ],
  ])('is named: %s', (_, text, at) => {
    expect(problems(text)).toEqual([`error helm template ${at}`])
  })

  it('is a warning where its text is a valid name', () => {
    const text = role(`  name: '{{ include "hnc.fullname" . }}-role'\n`)
    expect(problems(text)).toEqual(['warning helm template 4:9'])
    expect(readPolicy(text).diagnostics[0]?.message).toBe(
      'Helm replaces “{{ include "hnc.fullname" . }}”, so the cluster gets another value here.',
    )
  })

  it('without the words of Helm is one in Go’s language', () => {
    expect(problems(role('  name: {{ .Namespace }}-x\n'))).toEqual(['error helm template 4:9'])
    expect(fixes(role('  name: {{ .Namespace }}-x\n'))).toEqual([
      'Use the rendered text; for a Helm chart that is the output of helm template.',
    ])
  })

  it('leaves the errors of other documents and of other causes', () => {
    expect(problems(`${chart}---\n${role('  name: z\n', RULES.replace('verbs', 'verb'))}`)).toEqual([
      'error helm template 1:1',
      expect.stringMatching(/^error unknown-field /),
    ])
    expect(problems(`${HEAD}kind: "Role\n  name: {{ .Release.Name }}\n`)).toEqual(['error unclosed-quote 2:7'])
    const quoted = role(`  name: '{{ include "x" . }}'\n`, RULES.replace('verbs', 'verb'))
    expect(problems(quoted).map((one) => one.split(' ')[1])).toEqual(['unknown-field'])
  })
})

describe('a Jinja template', () => {
  it.each([
    ['a loop', '{% for ns in namespaces %}\n', '1:1'],
    ['a comment', '{# made by Ansible #}\n', '1:1'],
  ])('begins with %s', (_, first, at) => {
    expect(problems(`${first}${role('  name: "{{ ns }}"\n')}{% endfor %}\n`)).toEqual([`error jinja2 ${at}`])
  })

  it.each([
    ['a variable', '{{ item.name }}'],
    ['a filter', "{{ name | default('x') }}"],
    ['a filter without arguments', '{{ name | lower }}'],
  ])('is known by %s', (_, text) => {
    expect(problems(role(`  name: ${text}\n`))).toEqual(['error jinja2 4:9'])
    expect(problems(role(`  name: "${text}"\n`))).toEqual(['warning jinja2 4:9'])
  })

  it('has a fix of its own', () => {
    expect(fixes(role('  name: {{ item.name }}\n'))).toEqual([
      'Use the rendered text, such as the output of jinja2 FILE, or the file that Ansible’s module template writes.',
    ])
  })
})

describe('a ytt template', () => {
  it('is one error where it has no values yet', () => {
    const text = `#! Copyright\n#@ load("@ytt:data", "data")\n---\n${role('  name: #@ data.values.name\n', 'rules: #@ rules()\n')}`
    expect(problems(text)).toEqual(['error ytt 7:9'])
    expect(fixes(text)).toEqual(['Use the output of ytt -f FILE.'])
  })

  it('is a warning where the text is valid', () => {
    expect(problems(role('  name: x\n  namespace: #@ namespace()\n'))).toContain('warning ytt 5:14')
    expect(problems(`#@ if/end data.values.rbac:\n${role('  name: x\n')}`)).toEqual(['warning ytt 1:1'])
    expect(problems(role('  name: "(@= data.values.name @)-role"\n'))).toEqual(['warning ytt 4:9'])
  })

  it('is not every comment that begins with #@', () => {
    expect(
      problems(`#@ TODO(me): shorter\n#@author me\n${role('  name: x #@ else\n').replace('else', 'later')}`),
    ).toEqual([])
    expect(problems(`#@ see the docs\n${role('  nam: x\n')}`).map((one) => one.split(' ')[1])).toEqual([
      'unknown-field',
    ])
  })
})

describe('a variable', () => {
  it('of a shell is a warning in a name, once in a text', () => {
    const text = role(`  name: x-\${TENANT_NAME}\n`)
    expect(problems(`${text}---\n${text.replace('x-', 'y-')}`)).toEqual(['warning envsubst 4:9'])
  })

  it('is one error where its value is missing', () => {
    expect(problems(role('  name: x\n', `rules:\n- {apiGroups: [""], resources: [pods], verbs: \${VERBS}}\n`))).toEqual(
      ['error envsubst 6:47'],
    )
    expect(
      problems(role('  name: x\n', `rules:\n- {apiGroups: [""], resources: [pods], verbs: [\${VERBS}]}\n`)),
    ).toEqual(['error envsubst 6:48'])
    const bound = `${HEAD}kind: RoleBinding\nmetadata: {name: x, namespace: $(NAMESPACE)}\nroleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: view}\n`
    expect(problems(bound)).toEqual(['error kustomize 3:32'])
  })

  it('leaves errors of other causes', () => {
    const text = role(`  name: \${NAME}\n`, RULES.replace('verbs', 'verb'))
    expect(problems(text).map((one) => one.split(' ')[1])).toEqual(['unknown-field'])
  })
})

describe('a file of kustomize or Helm', () => {
  it('is called one', () => {
    expect(problems('namespace: x\nresources:\n- role.yaml\n')).toEqual(['error kustomization 1:1'])
    expect(problems('apiVersion: v2\nname: x\nversion: 0.1.0\nappVersion: "1"\n')).toEqual(['error helm-chart 1:13'])
    const versioned = 'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: [role.yaml]\n'
    expect(problems(versioned)).toEqual(['warning kustomization 2:7'])
    expect(fixes(versioned)).toEqual(['Use the output of kubectl kustomize FOLDER/.'])
  })

  it('is not an object of Flux, nor a role without a kind', () => {
    expect(problems('apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: x}\n')).toEqual([
      'note not-read 2:7',
    ])
    expect(problems('resources: [pods]\nverbs: [get]\n').map((one) => one.split(' ')[1])).toEqual([
      'missing-kind',
      'missing-api-version',
    ])
  })

  it('may be a patch', () => {
    const patch = `${HEAD}kind: ClusterRole\nmetadata: {name: x}\n$patch: delete\n`
    expect(problems(patch)).toEqual(['error kustomize-patch 4:1'])
    expect(readPolicy(patch).diagnostics[0]?.detail).toBe('strict decoding error: unknown field "$patch"')
  })
})

describe('braces and variables that no program replaces', () => {
  it.each([
    ['in annotations', role(`  name: x\n  annotations: {a: '{{ .Values.x }}', b: "\${VAR}", c: "{% if %}"}\n`)],
    ['in a block scalar', role(`  name: x\n  annotations:\n    a: |\n      {{- range .Items }}\n      \${VAR}\n`)],
    ['in comments', `# {{- if .Values.x }}\n${role(`  name: x # \${NAME} {{ .Values.name }}\n`)}# {{- end }}\n`],
    [
      'in names of resources',
      role('  name: x\n', RULES.replace('verbs', `resourceNames: ["\${CLUSTER}", "{{x}}"]\n  verbs`)),
    ],
    [
      'in flow mappings',
      `{apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, metadata: {name: x, labels: {}}, rules: [{apiGroups: [""],resources: [pods],verbs: [get]}]}\n`,
    ],
    [
      'in JSON',
      '{"apiVersion":"rbac.authorization.k8s.io/v1","kind":"ClusterRole","metadata":{"name":"x","labels":{}},"rules":[]}',
    ],
    [
      'of an account with a dollar sign',
      `${HEAD}kind: ClusterRoleBinding\nmetadata: {name: x}\nroleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: view}\nsubjects: [{kind: User, apiGroup: rbac.authorization.k8s.io, name: 'EXAMPLE\\host$'}]\n`,
    ],
  ])('%s are no template', (_, text) => {
    expect(problems(text).filter((one) => !one.includes('role-not-found'))).toEqual([])
  })

  it('in an object of another kind are no template', () => {
    const deployment =
      'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: x}\nspec: {args: ["$(POD_NAME)", "{{ x }}"]}\n'
    expect(problems(deployment)).toEqual(['note not-read 2:7'])
  })

  it('do not hide an error beside them', () => {
    const codes = (text: string) => problems(text).map((one) => one.split(' ')[1])
    expect(codes(role("  name: x\n  annotations: {a: '{{ .Values.x }}'}\n", 'rules:\n\t- x\n'))).toEqual([
      'tab-indentation',
    ])
    expect(codes(role('  name: x\n  annotations:\n    a: |\n      {{ .Items }}\n', 'rules:\n\t- x\n'))).toEqual([
      'tab-indentation',
    ])
    expect(codes(role('  name: x\n', `# \${X} {{ .Values.x }}\n${RULES.replace('verbs', 'verb')}`))).toEqual([
      'unknown-field',
    ])
    const broken = "  annotations: {a: '{{ .Values.x }}', b: [}\n"
    expect(codes(role(`  name: x\n${broken}`))).toEqual(['value-expected'])
    expect(codes('a: {{}: 1}\n')).not.toContain('helm')
    expect(codes('a: {{b: c}: 1}\n')).not.toContain('helm')
  })
})

it('keeps the error that kubectl prints, which converts YAML before it decodes', () => {
  const [problem] = readPolicy(role('  name: {{ .Values.name }}\n')).diagnostics
  expect(problem?.detail).toContain('yaml: invalid map key')
})
