import { manifestFiles } from '@authz-playground/engine/internal/kubectl'
import { quoteWord } from '@authz-playground/engine/internal/shell'
import manifest from '../package.json' with { type: 'json' }
import { CHECK_FLAGS, checkCommand } from './check.ts'
import type { Command } from './command.ts'
import { COMPARE_FLAGS, compareCommand } from './compare.ts'
import { CONSTRAIN_FLAGS, constrainCommand } from './constrain/constrain.ts'
import { COURSE_COMMANDS } from './course/commands.ts'
import { DIFF_FLAGS, diffCommand } from './diff/diff.ts'
import { EXPLAIN_FLAGS, explainCommand } from './explain.ts'
import { filesOf, unreadable } from './files.ts'
import { FIX_FLAGS, fixCommand } from './fix.ts'
import { type CommandWords, readCommandLine } from './flags.ts'
import { COMMON_FLAGS, commandHelp, groupHelp, PROGRAM, programHelp } from './help.ts'
import { LINK_FLAGS, linkCommand } from './link.ts'
import { withLinks } from './links.ts'
import { LINT_FLAGS, lintCommand } from './lint/lint.ts'
import { OBSERVE_FLAGS, observeCommand } from './logs/observe.ts'
import { nearestOf } from './nearest.ts'
import { type CommandProblem, Refused } from './problem.ts'
import { WHAT_CAN_FLAGS, whatCanCommand } from './query/what-can.ts'
import { WHO_CAN_FLAGS, whoCanCommand } from './query/who-can.ts'
import { WHOM_CAN_FLAGS, whomCanCommand } from './query/whom-can.ts'
import { QUIET_FLAG, Remarks } from './remarks.ts'
import { RENDER_FLAGS, renderCommand } from './render/render.ts'
import { REPLAY_FLAGS, replayCommand } from './replay.ts'
import { RUN_FLAGS, runScenarios } from './run.ts'
import { SERVE_FLAGS, serveCommand } from './serve/serve.ts'
import type { World } from './world.ts'

const IN_WORDS = '--policy FILE,FOLDER/ --user NAME [--as NAME]'

const COMMANDS: readonly Command[] = [
  {
    name: 'run',
    summary: 'print the answer to a request, and every check made for it',
    usage: [
      'FILE…',
      `${IN_WORDS} --request "GET /api/v1/…"`,
      `${IN_WORDS.replace(' [--as NAME]', '')} -- kubectl …`,
      '--policy FILE,FOLDER/ --from FILE',
    ],
    text: `FILE is a scenario document (YAML or JSON) or a vectors file (NDJSON, .gz too); - is standard input. It may be a link
of the playground, with its # and in quotes; nothing is fetched.
With --from it is the output of a cluster: audit events, lines of kube-apiserver’s log, a Status or a 403 message.
Each reported request is decided with the policy, and compared with the cluster’s answer where that is reported.
The files that a kubectl command names by -f are read, and those of -k where the kustomization only lists resources.
Answers go to standard output; errors, warnings and notes to standard error. JSON, YAML and Markdown have warnings
and notes as well.
Exit status: 0 when everything was decided, allowed or not; 2 when anything was not understood.`,
    flags: RUN_FLAGS,
    examples: [
      'scenario.yaml',
      '--policy rbac/ --user deputy --as jane --request "GET /api/v1/namespaces/prod/pods"',
      '--policy rbac.yaml --user deputy -o json -- kubectl get pods -n prod --as=jane',
      '--policy rbac/ --user ci -- kubectl apply -f deploy/',
      '--policy rbac/ --from audit.log',
    ],
    run: runScenarios,
  },
  {
    name: 'check',
    summary: 'compare answers with the expectations in files, and judge goals and designs',
    usage: ['FILE…', 'DESIGN.yaml…', 'GOALS.yaml [--policy FILE,FOLDER/] [--start FILE,FOLDER/]'],
    text: `FILE is a scenario document with expect or goals, or a vectors file, or a link to one, in quotes; - is standard input.
GOALS.yaml is a document with goals alone: sentences about a policy that stays as it should be, such as “dana cannot get secrets
anywhere”. The policy is that of --policy, or else the manifests of the folder in which the document lies. docs/goals.md of the
repository has all sentences. Warnings and notes about the texts go to standard error; TAP and JUnit have them as well.
DESIGN.yaml is a design as a text: printed are its mistakes, each with its line, or the number of its steps and modes, and the
most reviews that a request can cost. docs/design-language.md of the repository has the language.
FILE may also be the document of a claim or an intent, as in packages/examples of the repository: compared are the results that it
states for each design.
Exit status: 0 when all hold; 1 when some do not, or a design has mistakes; 2 when anything could not be read, or has neither expectation nor goal.`,
    flags: CHECK_FLAGS,
    examples: [
      'docs/*.yaml',
      'rbac/goals.yaml',
      'reads-as.yaml',
      'rbac/goals.yaml --policy rbac/,crds.yaml --default-roles',
      'rbac/goals.yaml --start <(git show main:rbac/roles.yaml)',
      "'https://example.org/playground/#z1/…'",
      '-o junit rbac/goals.yaml docs/*.yaml > results.xml',
    ],
    run: checkCommand,
  },
  {
    name: 'explain',
    summary: 'print why a request is refused, and what would allow it',
    usage: ['FILE…', `${IN_WORDS} --request "GET /api/v1/…"`, '--policy FILE,FOLDER/ --user NAME -- kubectl …'],
    text: `FILE is what run takes. For each request: the rules that come closest, and the changes after which it is allowed, the
cause first, then the narrowest, each with what it opens beside. Each change was decided again before it is printed.
Exit status: 0 when everything was decided, allowed or not; 2 when anything was not understood, or when a role that was not read
may allow the request.`,
    flags: EXPLAIN_FLAGS,
    examples: [
      '--policy rbac/ --user jane -- kubectl delete pod web -n prod',
      '-o ndjson requests.ndjson > explained.ndjson',
    ],
    run: explainCommand,
  },
  {
    name: 'fix',
    summary: 'print the policy after the smallest change that allows a request',
    usage: ['FILE', `${IN_WORDS} --request "GET /api/v1/…"`, '--policy FILE,FOLDER/ --user NAME -- kubectl …'],
    text: `FILE is what run takes. The policy is printed with every other byte as it was, comments too. Of several files the
texts are joined; --diff is file by file, for patch -p0. explain lists the changes by number.
Exit status: 0 when the policy was printed, or allows the request as it is; 1 when no change of it does; 2 when anything was not
understood, or when a role that was not read may allow the request.`,
    flags: FIX_FLAGS,
    examples: [
      '--policy rbac.yaml --user jane -- kubectl delete pod web -n prod > fixed.yaml',
      '--diff --variant 2 --policy rbac/ --user jane -- kubectl get secrets -n prod | patch -p0',
      '--commands --policy rbac/ --user jane -- kubectl get secrets -n prod',
      '-o ndjson requests.ndjson > fixed.ndjson',
    ],
    run: fixCommand,
  },
  {
    name: 'who-can',
    summary: 'print the subjects that may do something, and the bindings that allow it',
    usage: [
      'VERB RESOURCE[/NAME] [-n NAMESPACE | -A] --policy FILE,FOLDER/',
      'VERB /PATH --policy FILE,FOLDER/',
      '--request "GET /api/v1/…" --policy FILE,FOLDER/',
      'FILE…',
    ],
    text: `The words are those of kubectl auth can-i: a resource by its plural, singular, kind or short name, with its group where
that is needed. -A asks for all namespaces at once, which only ClusterRoleBindings allow. FILE is a scenario document or a
vectors file, as in run; the question is who may send its request, whoever sends it there.
Lists the subjects that RBAC allows it, and system:masters, each with every binding and rule.
Exit status: 0 when the question was answered; 2 when anything was not understood.`,
    flags: WHO_CAN_FLAGS,
    examples: [
      'get secrets -n prod --policy rbac/',
      'create pods/web --subresource exec -n prod --policy rbac/ -o json',
      'get /metrics --policy rbac/ --default-roles',
      'scenario.yaml',
    ],
    run: whoCanCommand,
  },
  {
    name: 'what-can',
    summary: 'print everything that a subject may do, and the rules that allow it',
    usage: ['SUBJECT [-n NAMESPACE | -A] [--list] --policy FILE,FOLDER/', 'FILE…'],
    text: `SUBJECT is a username, a group, system:serviceaccount:NAMESPACE:NAME or NAMESPACE/NAME; User/NAME, Group/NAME and
ServiceAccount/NAMESPACE/NAME say which. It has the groups that every such user is in, and those of --group. FILE is a
scenario document or a vectors file, as in run: then the subjects are its requestors, with the groups that they have there.
Lists what RBAC allows in all namespaces, or with -n in one. --list prints what kubectl auth can-i --list prints for the
namespace of -n; with -o json the SelfSubjectRulesReview.
Exit status: 0 when everything was listed; 2 when anything was not understood.`,
    flags: WHAT_CAN_FLAGS,
    examples: [
      'jane --group devs --policy rbac/',
      'ci/deployer -n prod --policy rbac/ -o json',
      'system:authenticated --list -n default --policy rbac/ --default-roles',
    ],
    run: whatCanCommand,
  },
  {
    name: 'link',
    summary: 'print the permalink of a scenario',
    usage: ['FILE… --base URL', `${IN_WORDS} --request "GET /api/v1/…" --base URL`],
    text: `FILE is a scenario document; - is standard input. The scenario is in the hash, which is not sent to a server.
Exit status: 0 when the link was printed; 2 when anything could not be read.`,
    flags: LINK_FLAGS,
    examples: ['scenario.yaml --base https://example.org/playground/'],
    run: linkCommand,
  },
  {
    name: 'render',
    summary: 'draw the path of a request over the flowchart, for documentation',
    usage: ['FILE… [-o FORM] [--to PATH]'],
    text: `FILE is a scenario document, or a Markdown page with {{< authz-playground >}} shortcodes, or a folder of them;
- is standard input. Of a course, a file or the id of one that comes with this program, it is the lesson of --lesson: html has its
text, goals and solution, the other forms its start. The picture goes to standard output, or to the path of --to.
svg and animated-svg support both themes; html is for embedding into a page, and is interactive with the module.
Exit status: 0 when everything was rendered; 2 when anything was not understood, and nothing is rendered then.`,
    flags: RENDER_FLAGS,
    examples: [
      'scenario.yaml > scenario.svg',
      'scenario.yaml -o png --theme dark --to scenario.png',
      'docs/*.yaml -o animated-svg --to docs/pictures/',
      'content/ -o html --by-hash --to assets/authz-playground/',
      'course.yaml --lesson 2 -o html --to lesson.html',
    ],
    run: renderCommand,
  },
  {
    name: 'constrain',
    summary: 'print the rules of constrained impersonation that a log needs, and prove them',
    usage: ['--policy FILE,FOLDER/ --log FILE [--for SUBJECT] [-o FORM]'],
    text: `For each subject that may impersonate by the legacy verb: what it holds, what the log shows that it used, and the
narrowest rules that allow just that; what cannot go over, and what to do; what is closed, tried on requests near those of
the log; and the steps there. The log is what observe takes. The default roles count; --default-roles=false leaves them out.
yaml prints the rules to add, with the lines of the log that asked for them, for kubectl apply; with --whole the policy with
them and without the legacy rules. diff is for patch -p0, markdown for a pull request, scenario for check.
--second-log lists what still falls through to the legacy verb after the new rules were added, and what nearly fits.
Exit status: 0 when everything that passed goes over; 1 when something cannot, or would break; 2 when the policy was not
understood, or the log has no request.`,
    flags: CONSTRAIN_FLAGS,
    examples: [
      '--policy rbac/ --log audit.log.gz',
      '--policy rbac/ --log audit.log --for ServiceAccount/web/portal -o yaml | kubectl apply -f -',
      '--policy rbac/ --log audit.log --open names,namespaces -o markdown > pull-request.md',
      '--policy rbac/ --log audit.log -o scenario > portal.yaml && authz-playground check portal.yaml',
    ],
    run: constrainCommand,
    inPieces: { files: false, flags: ['log', 'second-log'] },
  },
  {
    name: 'observe',
    summary: 'print what was asked of a cluster, from its logs, as a value that merges',
    usage: ['LOG… [--to FILE]'],
    text: `LOG is a file, a folder, or - for standard input; gzip too. Read are audit events, one a line or in lists, kube-apiserver’s
own log, and messages of 403s; also observations, and scenario documents and vectors files for their requests. A request
counts once, by its audit ID and its last stage. docs/large-logs.md explains the lines, and how another engine makes them.
Exit status: 0 when requests were read; what was not is listed with its lines; 2 when there are none, and with --strict when
anything was not read.`,
    flags: OBSERVE_FLAGS,
    examples: ['audit.log.gz --to observed.ndjson', '- < kube-apiserver.log'],
    run: observeCommand,
    inPieces: { files: true, flags: [] },
  },
  {
    name: 'merge',
    summary: 'add observations to one',
    usage: ['OBSERVATION… [--to FILE]'],
    text: `The result is what observe prints for all the logs together, in any order; a request that several of them have counts once.
Exit status: as of observe.`,
    flags: OBSERVE_FLAGS,
    examples: ['monday.ndjson tuesday.ndjson.gz --to week.ndjson'],
    run: observeCommand,
    inPieces: { files: true, flags: [] },
  },
  {
    name: 'lint',
    summary: 'print mistakes in roles and bindings, and mend them',
    usage: ['PATH… [-o FORM] [--rule NAME=off]', 'PATH… --fix', 'PATH… --diff'],
    text: `PATH is a file of YAML or JSON, or a folder of them; - is standard input. The files may refer to each other's roles and
custom resources. It may also be what run takes: a scenario document, several in one file, a vectors file or a link; each
policy inside is on its own there, under its design and version. Each finding has its place, the name of its rule, and what to do; docs/lint/ has a page about each rule.
A comment silences it, at the end of the line or in the line above: # lint:ignore NAME REASON
--fix mends what needs no decision: a misspelling, a singular, two values in one; comments and layout stay.
sarif is for code scanning, junit for tests; in junit, notes are left out.
Exit status: 0 when nothing or only notes were found; 1 when there are warnings; 2 when a file cannot be read, or the API
server refuses an object in it.`,
    flags: LINT_FLAGS,
    examples: [
      'rbac/',
      'rbac/ -o sarif > rbac.sarif',
      'rbac/ --fix',
      '--rule grants-escalation=off --rule covered-rule=warning rbac/',
    ],
    run: lintCommand,
  },
  {
    name: 'replay',
    summary: 'print a script that runs the same checks on a real cluster, and compares',
    usage: ['FILE', `${IN_WORDS} --request "GET /api/v1/…"`],
    text: `FILE is a scenario document; - is standard input. The script is for bash and kubectl. It creates the roles and bindings
of the policy, makes each check as a SubjectAccessReview, and sends the request, as a dry run where it would change
something. Its header lists the objects that it creates, its requirements, and the differences to a cluster. With
--checks-only it creates and sends nothing; cleanup deletes the created objects.
Exit status: 0 when the script was printed; 2 when anything was not understood. Exit status of the script: 0 when all
answers agree, 1 when something differs, 2 when a check could not be made.`,
    flags: REPLAY_FLAGS,
    examples: [
      'scenario.yaml > replay.sh',
      '--policy rbac/ --user jane --request "GET /api/v1/pods" | bash -s -- --checks-only',
    ],
    run: replayCommand,
  },
  {
    name: 'whom-can',
    summary: 'list whom a user can become, to do what, and who can become somebody',
    usage: [
      'SUBJECT [--group NAME] --policy FILE,FOLDER/',
      '--to SUBJECT --policy FILE,FOLDER/',
      '--cluster-admin --policy FILE,FOLDER/',
      'FILE… [--to SUBJECT]',
    ],
    text: `SUBJECT is named as in what-can, with the groups that its name implies; --group adds others, and alone it asks about
the members of a group. Listed are impersonation, mode by mode; on their own the other ways to the
rights of somebody else, such as tokens, pods, bind, escalate and certificates; and the shortest path to cluster-admin.
--to lists who can become a subject, --to-group who can be in a group, and --cluster-admin who can do everything.
FILE is a scenario document or a vectors file, as in run: then the users are its requestors, with the groups that they have there.
Rules of RBAC are read, and membership in system:masters; a note says what they do not tell.
Exit status: 0 when the answer was printed, even if it is nobody; 2 when anything was not understood.`,
    flags: WHOM_CAN_FLAGS,
    examples: [
      'jane --policy rbac/',
      'system:serviceaccount:prod:portal --policy rbac/ -o json',
      '--to root --policy rbac.yaml',
      '--cluster-admin --policy rbac/ --default-roles',
      '-o ndjson --cluster-admin scenarios.yaml',
    ],
    run: whomCanCommand,
  },
  {
    name: 'diff',
    summary:
      'print what a change of policy, or an upgrade, changes: who gains and who loses what, and which requests are answered otherwise',
    usage: [
      'OLD NEW',
      'POLICY --from-version VERSION --to-version VERSION',
      'OLD NEW --log FILE…',
      'OLD NEW --requests FILE…',
    ],
    text: `OLD and NEW are files or folders of YAML or JSON, or several with commas between them; scenario documents, vectors files
or links, of which the policies count; - is standard input. Gains and losses are computed from all rules of both policies, not
sampled: each is about the subject alone, with the groups that its name implies. With --log or --requests it lists too which of
these requests are refused now, allowed now, or allowed by another mode of impersonation. The flags --from-… and --to-… are for
one side each: they compare one policy, or two, in two versions: default roles, constrained impersonation, connections to
pods; or with RBAC on one side only. Other authorizers are not compared: where the sides differ in one, the status is 2. markdown is for a pull request.
docs/diff.md of the repository has the fields of json.
Exit status: 0 when no request is answered otherwise; 1 when one is; 2 when anything was not understood.`,
    flags: DIFF_FLAGS,
    examples: [
      'old.yaml new.yaml',
      'main/rbac/ rbac/ --default-roles -o markdown > comment.md',
      'rbac/ --from-version 1.34 --to-version 1.36 -o markdown > upgrade.md',
      '<(git show HEAD:rbac.yaml) rbac.yaml --log audit.log.gz',
    ],
    run: diffCommand,
  },
  {
    name: 'compare',
    summary: 'print in what two designs differ, and which requests they answer otherwise',
    usage: ['DESIGN [OTHER] [-o FORM] [--assume DESIGN/POINT=OPTION]', 'DESIGN [OTHER] --scenario FILE…'],
    text: `DESIGN and OTHER are files with designs as texts, or ids of designs. Without OTHER it is the design that the text begins
with (from), or else constrained, which Kubernetes has. Printed are the points in which they differ, the examples of the gallery
that they answer otherwise, and how well each says the intents, with the rules of OTHER; with --scenario instead what each answers
to these scenarios. --assume chooses what a design leaves open: so two readings of one design are compared. The page has the same under Designs → “Own design”. docs/design-language.md of the repository has the language.
Exit status: 0 when they were compared; 2 when anything was not understood.`,
    flags: COMPARE_FLAGS,
    examples: [
      'action-last.yaml',
      'action-last.yaml legacy-first.yaml -o markdown > designs.md',
      'action-last.yaml --scenario scenario.yaml',
      'proposal constrained',
      'proposal proposal --assume node-verb=nodes',
    ],
    run: compareCommand,
  },
  ...COURSE_COMMANDS,
  {
    name: 'serve',
    summary: 'serve the playground with a folder of courses, in a room without a network',
    usage: ['[DIR] [--port PORT] [--host HOST]'],
    text: `Serves the page that comes with this program, and fetches nothing. Only this machine can open it; with --host 0.0.0.0 all
that reach this one can, and the addresses to type are printed.
DIR is a folder of courses. Each .yaml, .yml or .json file in it that has lessons is at courses/FILE, and courses/index.json
lists them; other files are not served. They are read anew for each browser, so a course can be mended while it is served.
Exit status: 0 when it was ended by Ctrl-C; 2 when it could not begin.`,
    flags: SERVE_FLAGS,
    examples: ['', 'courses/ --host 0.0.0.0', '--port 8080'],
    run: serveCommand,
  },
]

/** Runs the program with its arguments. Resolves to the exit status, and does not reject for any arguments. */
export async function program(args: readonly string[], world: World): Promise<number> {
  const [first = '', ...others] = args
  if (first === '--version') {
    world.out(`${manifest.version}\n`)
    return 0
  }
  const asked = first === 'help' || first === '--help' || first === '-h'
  const { name, group, rest } = commandWords(asked ? others : args)
  const command = COMMANDS.find((one) => one.name === name)
  const help = command === undefined ? (group ? groupHelp(name, COMMANDS) : undefined) : commandHelp(command)
  if (asked && (name === '' || help !== undefined)) {
    world.out(help ?? programHelp(COMMANDS))
    return 0
  }
  if (name === '') {
    world.err(programHelp(COMMANDS))
    return 2
  }
  if (command === undefined && help !== undefined) {
    const isAsked = rest.some((word) => word === '--help' || word === '-h')
    if (isAsked) world.out(help)
    else world.err(help)
    return isAsked ? 0 : 2
  }
  if (command === undefined) return complain(PROGRAM, [unknownCommand(name)], new Remarks(world, false))
  let remarks = new Remarks(world, false)
  try {
    const words = readCommandLine(rest, [...command.flags, ...COMMON_FLAGS])
    if (words.has('help')) {
      world.out(commandHelp(command))
      return 0
    }
    remarks = new Remarks(world, words.has(QUIET_FLAG.name))
    const files = await withLinks(filesOf(world, await stdinFor(words, command, world)), words.files)
    const status = await command.run(words, files, { ...world, remarks })
    remarks.printKept()
    return status
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    remarks.printKept()
    return complain(`${PROGRAM} ${name}`, error.problems, remarks)
  }
}

/** The name of a command among words, of one word or two, and the words after it. `group`: it has sub-commands. */
function commandWords(words: readonly string[]) {
  const [first = '', second = '', ...rest] = words
  const group = COMMANDS.some(({ name }) => name.startsWith(`${first} `))
  if (!group || second === '' || second.startsWith('-')) return { name: first, group, rest: words.slice(1) }
  return { name: `${first} ${second}`, group: false, rest }
}

/** Reads standard input only where an argument names it. */
function stdinFor(words: CommandWords, { flags, inPieces }: Command, world: World): Promise<Uint8Array | undefined> {
  const whole = flags.filter(({ name }) => inPieces?.flags.includes(name) !== true)
  const given = [...(inPieces?.files === true ? [] : words.files), ...whole.flatMap(({ name }) => words.all(name))]
  const command = manifestFiles((words.command ?? []).map(quoteWord).join(' ')).files
  const asks = given.some((value) => value.split(',').includes('-')) || command.some(({ path }) => path === '-')
  return asks
    ? world.readStdin().catch((error: unknown) => Promise.reject(unreadable('-', error)))
    : Promise.resolve(undefined)
}

/** Problems of the command line itself are prefixed with the command; those of files have their place. */
function complain(name: string, problems: readonly CommandProblem[], remarks: Remarks): number {
  const placed = problems.map((one) =>
    /^(-|$)/.test(one.at) ? { ...one, at: [name, one.at].filter(Boolean).join(' ') } : one,
  )
  remarks.print(placed)
  return 2
}

function unknownCommand(name: string): CommandProblem {
  const names = COMMANDS.map((one) => one.name)
  const near = nearestOf(name, names)
  const fix = near === undefined ? `Commands are ${names.join(', ')}.` : `Did you mean “${near}”?`
  return { severity: 'error', at: '', message: `“${name}” is not a command.`, fix }
}
