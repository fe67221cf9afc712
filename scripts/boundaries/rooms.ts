/** A part of the repository whose files may import each other by relative path. */
export interface Area {
  /** Folder from the top of the repository; '' for the files at the top themselves. */
  readonly folder: string
  /** Packages of this repository that it may import, by name. */
  readonly packages: readonly string[]
  /** Other areas that it may reach into by relative path: tools, never product code. */
  readonly tools?: readonly string[]
  /** Folders elsewhere whose Markdown it shows. */
  readonly pages?: readonly string[]
  /** May its files that are not tests import `node:*`. */
  readonly node: boolean
  /**
   * Where the other packages that it may import are declared: only the `dependencies` there; absent where any that is
   * installed will do, as in tools that run before and beside the product.
   */
  readonly manifest?: string
  /** Is it published as a bundle that nothing is installed beside: then the `devDependencies` of its manifest count too. */
  readonly bundled?: true
}

export const areas: readonly Area[] = [
  {
    folder: 'packages/engine',
    packages: [],
    node: false,
    manifest: 'packages/engine/package.json',
  },
  { folder: 'packages/examples', packages: ['engine'], node: false, manifest: 'packages/examples/package.json' },
  {
    folder: 'packages/courses',
    packages: ['examples', 'engine'],
    node: false,
    manifest: 'packages/courses/package.json',
  },
  { folder: 'packages/pictures', packages: ['engine'], node: false, manifest: 'packages/pictures/package.json' },
  { folder: 'packages/prose', packages: [], node: false, manifest: 'packages/prose/package.json' },
  {
    folder: 'packages/embed',
    packages: ['prose', 'pictures', 'examples', 'engine'],
    node: false,
    manifest: 'packages/embed/package.json',
    bundled: true,
  },
  {
    folder: 'packages/cli',
    packages: ['prose', 'pictures', 'examples', 'engine'],
    node: true,
    manifest: 'packages/cli/package.json',
    bundled: true,
  },
  {
    folder: 'packages/conformance',
    packages: ['courses', 'examples', 'engine'],
    node: true,
    manifest: 'packages/conformance/package.json',
  },
  {
    folder: 'app',
    packages: ['embed', 'courses', 'prose', 'pictures', 'examples', 'engine'],
    pages: ['docs/lint', 'packages/examples/logs'],
    node: false,
    manifest: 'package.json',
  },
  { folder: 'e2e', packages: ['pictures', 'examples', 'engine'], tools: ['scripts'], node: true },
  { folder: 'scripts', packages: ['pictures', 'examples', 'engine'], node: true },
  { folder: '', packages: [], tools: ['scripts'], node: true },
]

export const packageScope = '@authz-playground/'

/** What the engine must run without, declared or not. */
export const neverInEngine = ['react', 'react-dom', 'zustand', 'monaco-editor', 'mermaid']

/** Tests may import these, and `node:*`, in every area. */
export const testTools = [
  'vitest',
  'vitest-browser-react',
  'axe-core',
  'fast-check',
  'micromark',
  'micromark-extension-gfm',
  'qr',
]

/**
 * The engine's rooms (folders of packages/engine/src) in layer order, each with the rooms that it may import, all of them
 * above in this list, and only by their `index.ts`; tests may import any room so. The `index.ts` beside the rooms, and the other
 * published entries, in `entries/`, export from all of them, and no room imports one. Packages of this repository may import a
 * room as `@authz-playground/engine/internal/ROOM`, where no entry has the name.
 */
export const engineRooms: Readonly<Record<string, readonly string[]>> = {
  go: [],
  text: ['go'],
  kube: ['text', 'go'],
  yaml: ['text', 'go'],
  discovery: ['yaml', 'kube', 'text'],
  shell: ['text', 'go'],
  http: ['kube', 'text', 'go'],
  kubectl: ['http', 'shell', 'yaml', 'kube', 'text', 'go'],
  curl: ['http', 'shell', 'text', 'go'],
  policy: ['discovery', 'yaml', 'kube', 'text', 'go'],
  review: ['policy', 'http', 'yaml', 'kube', 'text', 'go'],
  request: ['review', 'curl', 'kubectl', 'http', 'kube', 'text', 'go'],
  rights: ['kube', 'text', 'go'],
  authorizers: ['rights', 'yaml', 'kube', 'text', 'go'],
  cel: ['authorizers', 'kube'],
  changes: ['http', 'yaml', 'kube', 'text', 'go'],
  trace: ['authorizers', 'kube', 'text', 'go'],
  words: ['trace', 'rights', 'http', 'kube', 'text'],
  designs: ['trace', 'changes', 'authorizers', 'http', 'kube', 'go'],
  'design-text': ['designs', 'authorizers', 'yaml', 'text'],
  cluster: ['authorizers', 'rights', 'policy', 'discovery', 'yaml', 'kube', 'text', 'go'],
  'role-writes': ['trace', 'cluster', 'changes', 'rights', 'policy', 'http', 'yaml', 'kube', 'text', 'go'],
  decide: [
    'design-text',
    'role-writes',
    'cluster',
    'designs',
    'trace',
    'changes',
    'authorizers',
    'policy',
    'review',
    'curl',
    'kubectl',
    'http',
    'kube',
    'text',
  ],
  report: [
    'decide',
    'cluster',
    'designs',
    'words',
    'trace',
    'rights',
    'policy',
    'kubectl',
    'http',
    'shell',
    'yaml',
    'kube',
    'text',
  ],
  explain: [
    'decide',
    'cluster',
    'designs',
    'words',
    'trace',
    'authorizers',
    'rights',
    'policy',
    'review',
    'curl',
    'kubectl',
    'http',
    'shell',
    'yaml',
    'kube',
    'text',
    'go',
  ],
  query: ['decide', 'cluster', 'designs', 'words', 'trace', 'authorizers', 'rights', 'discovery', 'kube', 'text', 'go'],
  lint: ['cluster', 'designs', 'rights', 'policy', 'discovery', 'yaml', 'kube', 'text'],
  'scenario-file': ['decide', 'cluster', 'designs', 'trace', 'authorizers', 'http', 'yaml', 'kube', 'text'],
  logs: [
    'scenario-file',
    'decide',
    'role-writes',
    'cluster',
    'designs',
    'words',
    'trace',
    'rights',
    'policy',
    'http',
    'yaml',
    'kube',
    'text',
    'go',
  ],
  constrain: [
    'logs',
    'scenario-file',
    'query',
    'explain',
    'decide',
    'cluster',
    'designs',
    'words',
    'trace',
    'authorizers',
    'rights',
    'policy',
    'http',
    'yaml',
    'kube',
    'text',
    'go',
  ],
  'policy-diff': ['logs', 'query', 'explain', 'cluster', 'designs', 'words', 'trace', 'rights', 'kube', 'text'],
  goals: [
    'lint',
    'query',
    'explain',
    'decide',
    'cluster',
    'designs',
    'words',
    'trace',
    'rights',
    'policy',
    'http',
    'shell',
    'discovery',
    'yaml',
    'kube',
    'text',
    'go',
  ],
  answers: [
    'goals',
    'policy-diff',
    'constrain',
    'logs',
    'query',
    'explain',
    'report',
    'decide',
    'cluster',
    'words',
    'trace',
    'rights',
    'kube',
    'text',
  ],
  course: ['goals', 'scenario-file', 'decide', 'words', 'yaml', 'text'],
  pasted: ['words', 'logs', 'policy', 'request', 'http', 'authorizers', 'discovery', 'yaml', 'kube', 'text'],
  editing: ['rights', 'policy', 'discovery', 'yaml', 'kube', 'text'],
  vectors: [
    'report',
    'decide',
    'role-writes',
    'cluster',
    'designs',
    'trace',
    'changes',
    'cel',
    'authorizers',
    'policy',
    'http',
    'kube',
    'text',
    'go',
  ],
}

/**
 * The families of designs (folders of the engine's `designs/`), each with the families that it is built on. A design is a
 * folder in that of its family: it may use what lies beside that folder and in `designs/` itself, and what lies beside the
 * designs of the families named here, never another design.
 */
export const designFamilies: Readonly<Record<string, readonly string[]>> = {
  /** What Kubernetes does: what every design changes, falls back to, or runs before its own part. */
  released: [],
  'kep-5284': ['released'],
  /** What was proposed in the review of KEP-5284 changes that text. */
  review: ['kep-5284', 'released'],
  conditions: ['released'],
  'fine-grained': ['released'],
  /** Designs that are texts. */
  written: ['conditions', 'kep-5284', 'released'],
}

export interface Room {
  /** The rooms that it may import; `dialogs/*` is every one of that kind. */
  readonly imports: readonly string[]
  /** Files that other rooms may import beside its `index.ts`, because they are loaded later and on their own. */
  readonly doors?: readonly string[]
}

const belowSession = ['worker', 'editor', 'ui']
const belowPanes = ['chart', 'goals', 'session', ...belowSession]

/**
 * The app's rooms (folders of app/src). A room imports from another one's `index.ts` only, so that this tells what it
 * gives away; tests may look inside. Panes do not know each other, nor do dialogs: they meet in the page and the store.
 */
export const appRooms: Readonly<Record<string, Room>> = {
  ui: { imports: [] },
  editor: { imports: ['ui'] },
  offline: { imports: ['ui'] },
  worker: { imports: [] },
  session: { imports: ['worker', 'ui'], doors: ['course/index.ts', 'goals.ts', 'goal-edits.ts'] },
  chart: { imports: ['session', 'worker', 'ui'] },
  goals: { imports: ['session', 'worker', 'ui'], doors: ['AddAsGoal.tsx'] },
  // The words that the nearest rule lacks are those of the policy's pane.
  lecture: { imports: ['panes/policy', 'chart', 'session', 'worker', 'ui'] },
  'panes/policy': { imports: belowPanes },
  'panes/request': { imports: belowPanes },
  'panes/answer': {
    imports: belowPanes,
    doors: ['AssumptionChoices.tsx', 'AllowingChangeList.tsx', 'AnswerDetails.tsx'],
  },
  'panes/folded': { imports: ['panes/answer', 'panes/timeline', ...belowPanes] },
  'panes/timeline': { imports: belowPanes },
  'panes/lesson': { imports: belowPanes },
  'panes/tour': { imports: belowPanes },
  'panes/goals': { imports: belowPanes },
  'dialogs/courses': { imports: belowPanes },
  'dialogs/gallery': { imports: belowPanes, doors: ['Gallery.tsx'] },
  'dialogs/library': { imports: belowPanes },
  'dialogs/share': { imports: belowPanes },
  'dialogs/submission': { imports: belowPanes },
  'dialogs/bring-in': { imports: belowPanes },
  'dialogs/help': { imports: belowPanes },
  'dialogs/modes': { imports: belowPanes },
  'dialogs/questions': { imports: belowPanes },
  'dialogs/constrain': { imports: belowPanes },
  'dialogs/policy-diff': { imports: belowPanes },
  'dialogs/author': { imports: belowPanes },
  'dialogs/compare': { imports: belowPanes, doors: ['versions/WalkBar.tsx'] },
  page: { imports: ['dialogs/*', 'panes/*', 'lecture', 'offline', ...belowPanes] },
}

/** Those that take a function which loads a part of the page, and say so in its place where it does not arrive. */
export const GUARDS: readonly string[] = ['lazyPart', 'lazyPane', 'lazyDialog']

/**
 * Names at the top of a file (`file#name`), or whole folders, whose `import()` may fail without a guard in their file: who says so
 * to the person instead.
 */
export const PASSED_ON: Readonly<Record<string, string>> = {
  'app/src/worker/':
    'The worker answers that a part is missing, and app/src/session/deciding.ts says so for every question.',
  'app/src/session/course/sources.ts#BUILT_IN':
    'Whoever opens a course: the list of courses, a link, the lesson on the page.',
  'app/src/dialogs/author/sources.ts#BUILT_IN': 'Begin.tsx, when the author chooses a course.',
  'app/src/page/open-link.ts#openLink': 'main.tsx and address-bar.ts, which open addresses.',
  'app/src/page/lecture-parts.tsx#lecture':
    'The guards of the parts of the present view, and that of the dialog Present.',
  'app/src/page/lecture-parts.tsx#lists': 'PlaylistDialog.tsx, and presentNow beside it.',
  'app/src/page/lecture-lists.ts#lectureOffers': 'PlaylistDialog.tsx, and presentNow in lecture-parts.tsx.',
  'app/src/page/lecture-lists.ts#exampleItem': 'Nobody must: lectureOffers has loaded the examples before.',
  'app/src/page/dialogs.tsx#library': 'The guard of the dialog, and the list of policies in PolicyDiff.tsx.',
}
