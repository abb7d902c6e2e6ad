/** @file The thread of statements in Node. */
import { parentPort } from 'node:worker_threads';
import { answerStatements, type StatementRequest } from '../data/database/statement-runner.ts';
import { openSqlEngine } from './open-sql-engine.ts';

const answer = answerStatements(openSqlEngine, (reply) => parentPort?.postMessage(reply));
parentPort?.on('message', (request: StatementRequest) => void answer(request));
