import { Readable } from 'node:stream'
import { machine } from './machine.ts'
import { program } from './program.ts'
import type { FolderEntry, NetworkAddress, World } from './world.ts'

/** The output and the exit status of a command. */
export interface Ended {
  readonly status: number
  readonly out: string
  readonly err: string
  /** The files that it wrote, by path. */
  readonly written: Readonly<Record<string, string | Uint8Array>>
  /** Its output, in bytes. */
  readonly bytes: Uint8Array
}

/** Runs the program over files in memory. Paths are relative, with slashes. */
export async function runArguments(
  args: readonly string[],
  files: Readonly<Record<string, string | Uint8Array>> = {},
  {
    stdin = '',
    colored = false,
    terminal = false,
    serve = async (_, { port }) => ({ port, ended: Promise.resolve() }),
    addresses = [],
  }: {
    readonly stdin?: string
    readonly colored?: boolean
    readonly terminal?: boolean
    /** Without it a server ends as soon as it has begun. */
    readonly serve?: World['serve']
    readonly addresses?: readonly NetworkAddress[]
  } = {},
): Promise<Ended> {
  const printed: { bytes: Uint8Array; err: string } = { bytes: new Uint8Array(), err: '' }
  const written: Record<string, string | Uint8Array> = {}
  const readFile = (path: string): Uint8Array => {
    const content = Object.hasOwn(files, path) ? files[path] : undefined
    if (content === undefined) throw fault(entriesIn(path, files).length > 0 ? 'EISDIR' : 'ENOENT')
    return typeof content === 'string' ? new TextEncoder().encode(content) : content
  }
  const world: World = {
    readFile,
    pieces: (path) => Readable.from(inPieces(path === '-' ? new TextEncoder().encode(stdin) : readFile(path))),
    size: (path) => (path === '-' ? undefined : readFile(path).length),
    entries: (path) => {
      if (Object.hasOwn(files, path)) return undefined
      const entries = entriesIn(path, files)
      if (entries.length === 0) throw fault('ENOENT')
      return entries
    },
    readStdin: () => Promise.resolve(new TextEncoder().encode(stdin)),
    out: (content) => {
      printed.bytes = Buffer.concat([printed.bytes, Buffer.from(content)])
    },
    err: (text) => {
      printed.err += text
    },
    placeOf: (path) => path,
    replaceFile: (path) => {
      if (path.startsWith('locked/')) throw fault('EACCES')
      let text = ''
      let only: Uint8Array | undefined
      return {
        write: (content) => {
          if (typeof content === 'string') text += content
          else only = content
        },
        finish: () => {
          written[path] = only ?? text
        },
        discard: () => undefined,
      }
    },
    asset: machine(process).asset,
    site: 'site',
    serve,
    addresses: () => addresses,
    terminal,
    live: terminal,
    color: { out: colored, err: colored },
  }
  const status = await program(args, world)
  return { status, ...printed, out: new TextDecoder().decode(printed.bytes), written }
}

/** The output of the program over files on the disk. The path of the folder is left out of it. */
export async function runInFolder(folder: string, args: readonly string[], change: Partial<World> = {}) {
  const said = { out: '', err: '' }
  const plain = (content: string | Uint8Array) =>
    content.toString().replaceAll(`${folder}/`, '').replaceAll(folder, '.')
  const status = await program(args, {
    ...machine(process),
    out: (content) => {
      said.out += plain(content)
    },
    err: (text) => {
      said.err += plain(text)
    },
    color: { out: false, err: false },
    ...change,
  })
  return { status, ...said }
}

function* inPieces(bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE)
}

/** Bytes that are read at once: few, so that lines are cut. */
const PIECE = 1000

function fault(code: string): Error {
  return Object.assign(new Error(code), { code })
}

function entriesIn(folder: string, files: Readonly<Record<string, unknown>>): readonly FolderEntry[] {
  const prefix = folder === '.' ? '' : folder.endsWith('/') ? folder : `${folder}/`
  const below = Object.keys(files).flatMap((path) => (path.startsWith(prefix) ? [path.slice(prefix.length)] : []))
  const names = new Set(below.map((path) => path.split('/')[0] ?? ''))
  return [...names].map((name) => ({ name, kind: below.includes(name) ? 'file' : 'folder' }))
}

const RBAC = 'apiVersion: rbac.authorization.k8s.io/v1'

export const ROLE = `${RBAC}
kind: ClusterRole
metadata: {name: as-jane}
rules:
- {verbs: ["impersonate:user-info"], apiGroups: [authentication.k8s.io], resources: [users], resourceNames: [jane]}
- {verbs: ["impersonate-on:user-info:list", list], apiGroups: [""], resources: [pods]}
`

export const BINDING = `${RBAC}
kind: ClusterRoleBinding
metadata: {name: as-jane}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: as-jane}
subjects: [{kind: User, name: deputy}, {kind: User, name: jane}]
`

/** A scenario document in which deputy lists pods as jane, which is allowed. Without expectations. */
export const SCENARIO_TEXT = `version: 1
title: The deputy lists pods
requestor: {username: deputy}
request:
  http: |
    GET /api/v1/namespaces/prod/pods HTTP/1.1
    Impersonate-User: jane
policy: |
${`${ROLE}---\n${BINDING}`.replace(/^/gm, '  ').trimEnd()}
`

/** A scenario of a vectors file. */
export const VECTOR = {
  id: 'healthz',
  policy: '',
  requestor: { username: 'jane', groups: ['system:masters'] },
  requests: [{ method: 'GET', url: '/healthz' }],
  expect: [{ checks: [], code: 200 }],
  compare: ['code'],
}
