export { type Created, type Replay, type ReplayedCheck, type ReplayedObject, replayOf } from './replay.ts'
export type { ReplayedCommand, ReplayedRequest } from './request.ts'
export { replayScript } from './script.ts'
