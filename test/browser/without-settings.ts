/** @file No test begins with what another one chose: the page keeps its forms in this browser. */
import { beforeEach } from 'vitest';

beforeEach(() => localStorage.clear());
