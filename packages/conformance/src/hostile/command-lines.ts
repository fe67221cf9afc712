import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type HandIn, readCourse, writeHandIn, writeScenarioDocument } from '@authz-playground/engine/documents'
import { beginningFrom } from '@authz-playground/engine/internal/design-text'
import type { Random } from '@authz-playground/engine/internal/vectors'
import { EXAMPLES } from '@authz-playground/examples'

/** The texts of a folder in which command lines run, by file name: of the gallery, the courses and the logs. */
export function textsFor(random: Random): Readonly<Record<string, string>> {
  const { title, scenario } = random.pick(EXAMPLES)
  const other = random.pick(EXAMPLES).scenario
  const course = repositoryFile('courses/rbac-from-nothing/course.yaml')
  const log = repositoryFile(`examples/logs/${random.pick(['argo-cd', 'capsule-proxy', 'rancher', 'teleport'])}.ndjson`)
  const about = { title, explanation: '', expect: [] }
  return {
    'policy.yaml': scenario.policy,
    'other.yaml': other.policy,
    'scenario.yaml': writeScenarioDocument({ ...about, scenario }),
    'request.json': scenario.request.text,
    'goals.yaml':
      'version: 2\ngoals:\n- dana cannot get secrets anywhere\n- nobody else can delete deployments in staging\n',
    'design.yaml': beginningFrom(random.pick(['constrained', 'boundary', 'legacy'])),
    'course.yaml': course,
    'plays.yaml': repositoryFile('courses/rbac-from-nothing/plays.yaml'),
    'hand-in.json': handInFor(course),
    'audit.log': log,
    'page.md': `# Page\n\n{{< authz-playground >}}\n${writeScenarioDocument({ ...about, scenario })}{{< /authz-playground >}}\n`,
    'vectors.ndjson': `${JSON.stringify({
      id: 'a',
      policy: scenario.policy,
      requestor: { username: 'jane' },
      requests: [{ method: 'GET', url: '/api/v1/namespaces/prod/pods' }],
    })}\n`,
    'authorization.yaml': AUTHORIZATION,
  }
}

const AUTHORIZATION = `apiVersion: apiserver.config.k8s.io/v1
kind: AuthorizationConfiguration
authorizers:
- {type: Node, name: node}
- {type: RBAC, name: rbac}
`

/** The folder of all packages: scripts of the repository run at its root. */
export const PACKAGES = resolve('packages')

function repositoryFile(path: string): string {
  return readFileSync(join(PACKAGES, path), 'utf8')
}

function handInFor(text: string): string {
  const { course } = readCourse(text)
  if (course === undefined) throw new Error('the course is not read')
  const lessons: HandIn['lessons'] = new Map(
    course.lessons.map(({ id, solution }) => [id, { ...solution, done: true }]),
  )
  return writeHandIn({ course: course.id, edition: course.edition, lessons }, { title: course.title })
}

const ASKED = ['--user', 'jane', '--request', 'GET /api/v1/namespaces/prod/pods']

/** A command line of each way to use each command. A file that they write is called `written`. */
export const COMMAND_LINES: readonly (readonly string[])[] = [
  ['run', 'scenario.yaml', '-o', 'json'],
  ['run', 'scenario.yaml', '-o', 'markdown'],
  ['run', 'vectors.ndjson', '-o', 'yaml'],
  ['run', 'page.md'],
  ['run', '--policy', 'policy.yaml,other.yaml', ...ASKED],
  ['run', '--policy', 'policy.yaml', '--from', 'audit.log'],
  ['run', '--policy', 'policy.yaml', '--user', 'jane', '--request', 'request.json'],
  ['run', '--policy', 'policy.yaml', '--user', 'jane', '--', 'kubectl', 'apply', '-f', 'other.yaml'],
  ['run', '--policy', 'policy.yaml', '--authorization-config', 'authorization.yaml', ...ASKED],
  ['run', 'scenario.yaml', '--design', 'design.yaml'],
  ['check', 'scenario.yaml', '-o', 'junit'],
  ['check', 'goals.yaml', '--policy', 'policy.yaml', '--start', 'other.yaml'],
  ['check', 'design.yaml'],
  ['explain', 'scenario.yaml'],
  ['explain', '--policy', 'policy.yaml', '-o', 'json', ...ASKED],
  ['fix', '--policy', 'policy.yaml', ...ASKED],
  ['fix', '--commands', '--policy', 'policy.yaml', ...ASKED],
  ['who-can', 'get', 'secrets', '-A', '--policy', 'policy.yaml', '-o', 'json'],
  ['who-can', 'scenario.yaml'],
  ['what-can', 'jane', '--policy', 'policy.yaml'],
  ['what-can', 'system:authenticated', '--list', '-n', 'default', '--policy', 'policy.yaml'],
  ['whom-can', 'jane', '--policy', 'policy.yaml'],
  ['whom-can', '--cluster-admin', '--policy', 'policy.yaml'],
  ['link', 'scenario.yaml', '--base', 'https://example.org/'],
  ['render', 'scenario.yaml'],
  ['render', 'scenario.yaml', '-o', 'html'],
  ['render', 'page.md', '-o', 'animated-svg', '--to', 'written/'],
  ['render', 'course.yaml', '--lesson', '1', '-o', 'html'],
  ['constrain', '--policy', 'policy.yaml', '--log', 'audit.log'],
  ['constrain', '--policy', 'policy.yaml', '--log', 'audit.log', '-o', 'scenario'],
  ['observe', 'audit.log', 'scenario.yaml', 'vectors.ndjson'],
  ['merge', 'audit.log', '--to', 'written'],
  ['lint', 'policy.yaml', 'other.yaml'],
  ['lint', 'policy.yaml', '-o', 'sarif'],
  ['lint', 'scenario.yaml', '-o', 'junit'],
  ['lint', 'policy.yaml', '--diff'],
  ['lint', '.', '-o', 'json'],
  ['replay', 'scenario.yaml'],
  ['diff', 'policy.yaml', 'other.yaml'],
  ['diff', 'policy.yaml', 'scenario.yaml', '-o', 'markdown'],
  ['diff', 'policy.yaml', 'other.yaml', '--log', 'audit.log', '-o', 'json'],
  ['compare', 'design.yaml', 'constrained', '--scenario', 'scenario.yaml'],
  ['course check', 'course.yaml'],
  ['course check', 'course.yaml', '--plays', 'plays.yaml'],
  ['course grade', 'course.yaml', 'hand-in.json', '-o', 'csv'],
  ['course link', 'course.yaml', '--base', 'https://example.org/'],
  ['serve', '.'],
].map(([command = '', ...words]) => [...command.split(' '), ...words])
