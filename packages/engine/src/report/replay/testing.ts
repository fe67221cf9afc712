import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** One call of kubectl that a script made. */
export interface RecordedCall {
  readonly args: readonly string[]
  readonly stdin: string
}

/** The answers of a cluster to a script. */
export interface FakeCluster {
  /** The answer to each SubjectAccessReview, in order: `true//reason.` */
  readonly reviews?: readonly string[]
  /** The error of kubectl when the request is sent; absent where it passes. */
  readonly refusal?: string
  /** The answer to the lookup of every object before it is created. Absent where no object exists. */
  readonly there?: string
  /** The version that the cluster reports. */
  readonly version?: string
}

/** Runs a script with a kubectl that records its calls and gives these answers. Nothing else is on the PATH. */
export function runScript(
  script: string,
  { reviews = [], refusal, there = '', version = 'v1.36.3' }: FakeCluster = {},
  args: readonly string[] = ['--wait', '0'],
): {
  readonly status: number | null
  readonly out: string
  readonly err: string
  readonly calls: readonly RecordedCall[]
} {
  const folder = mkdtempSync(join(tmpdir(), 'replay-'))
  const at = (...names: string[]) => join(folder, ...names)
  try {
    for (const name of ['bin', 'calls', 'answers']) mkdirSync(at(name))
    writeFileSync(at('bin', 'kubectl'), KUBECTL, { mode: 0o755 })
    writeFileSync(at('answers', 'there'), there)
    writeFileSync(at('answers', 'version'), `{"gitVersion": "${version}"}`)
    if (refusal !== undefined) writeFileSync(at('answers', 'refusal'), refusal)
    for (const [index, review] of reviews.entries()) writeFileSync(at('answers', `review-${index}`), review)
    writeFileSync(at('script'), script)
    const { status, stdout, stderr } = spawnSync('/bin/bash', [at('script'), ...args], {
      cwd: folder,
      env: { PATH: `${at('bin')}:/usr/bin:/bin`, HOME: folder, FOLDER: folder, TMPDIR: folder },
      encoding: 'utf8',
    })
    return { status, out: stdout, err: stderr, calls: callsIn(at('calls')) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function callsIn(folder: string): readonly RecordedCall[] {
  const count = readdirSync(folder).filter((name) => name.endsWith('.args')).length
  return Array.from({ length: count }, (_, index) => ({
    args: readFileSync(join(folder, `${index}.args`), 'utf8')
      .split('\0')
      .slice(0, -1),
    stdin: readFileSync(join(folder, `${index}.stdin`), 'utf8'),
  }))
}

const KUBECTL = `#!/bin/bash
shopt -s nullglob
made=("$FOLDER"/calls/*.args)
number=\${#made[@]}
printf '%s\\0' "$@" >"$FOLDER/calls/$number.args"
: >"$FOLDER/calls/$number.stdin"
case " $* " in *' -f - '*) cat >"$FOLDER/calls/$number.stdin" ;; esac
case "$*" in
  'get --raw /version') cat "$FOLDER/answers/version" ;;
  *'{.status.allowed}'*)
    asked=$(cat "$FOLDER/asked" 2>/dev/null || echo 0)
    echo $((asked + 1)) >"$FOLDER/asked"
    cat "$FOLDER/answers/review-$asked"
    ;;
  *'{.metadata.name}='*) cat "$FOLDER/answers/there" ;;
  'create token'*) printf 'a.real-token' ;;
  *'auth whoami'*) printf 'deputy' ;;
  *' --raw='*)
    if [ -e "$FOLDER/answers/refusal" ]; then
      cat "$FOLDER/answers/refusal" >&2
      exit 1
    fi
    ;;
esac
`
