import { describe, expect, it, onTestFinished } from 'vitest';
import { readApplianceIdentity } from '../../../src/store/appliance-identity.js';
import { openDatabase } from '../../../src/store/open.js';
import { scratchFolder } from '../../support/scratch-folder.js';

function opened(folder = scratchFolder()) {
  const database = openDatabase(folder);
  onTestFinished(() => void database.close());
  return database;
}

describe('the identity of a box', () => {
  it('is the same whenever its database is opened, and another one for each box', () => {
    const folder = scratchFolder();
    const identity = readApplianceIdentity(opened(folder));
    expect(identity).toMatch(/^[0-9a-f]{32}$/);
    expect(readApplianceIdentity(opened(folder))).toBe(identity);
    expect(readApplianceIdentity(opened())).not.toBe(identity);
  });

  it('can be neither changed nor removed', () => {
    const database = opened();
    expect(() => database.exec(`UPDATE appliance SET identity = '${'0'.repeat(32)}'`)).toThrow();
    expect(() => database.exec('DELETE FROM appliance')).toThrow();
    expect(() => database.exec(`INSERT INTO appliance VALUES (2, '${'0'.repeat(32)}')`)).toThrow();
  });
});
