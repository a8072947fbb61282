import { type DiagnosticInfos, docsTeam, fileText, manifest } from "./diagnostic-info.ts";

/** The journal of a run that was broken off before its first call. */
const brokenOffJournal = fileText(
  JSON.stringify({
    type: "run",
    formatVersion: 1,
    run: "20251231-235900000-0a1b",
    command: "apply",
    at: "2025-12-31T23:59:00.000Z",
    docform: "0.1.0",
    platform: { baseUrl: "https://docs.example" },
    organizations: { acme: "org_acme" },
    digest: "0".repeat(64),
    calls: 2,
    changes: [],
  }),
);

/** The journal of an undo that ended with a failed call. */
const failedUndo = fileText(
  JSON.stringify({
    type: "run",
    formatVersion: 1,
    run: "20251231-235900000-0a1b",
    command: "undo",
    undoes: "20251231-235800000-0a1b",
    at: "2025-12-31T23:59:00.000Z",
    docform: "0.1.0",
    platform: { baseUrl: "https://docs.example" },
    organizations: { acme: "org_acme" },
    digest: "0".repeat(64),
    calls: 1,
    changes: [],
  }),
  JSON.stringify({ type: "end", at: "2025-12-31T23:59:00.000Z", outcome: "failed" }),
);

/** A record of another platform. */
const recordOfAnother = fileText(
  JSON.stringify({
    formatVersion: 1,
    salt: "0".repeat(32),
    platforms: {
      "https://other.example": {
        org_acme: { lastApply: { at: "2025-12-31T23:59:00.000Z" }, resources: {} },
      },
    },
  }),
);

const recordOfProject = fileText(
  JSON.stringify({
    formatVersion: 1,
    projects: { handbook: { salt: "0".repeat(32), platforms: {} } },
  }),
);

/** DF502x, DF503x, DF504x: what runs leave in the project folder. */
export const runCodes = {
  DF5020: {
    title: "the record or a journal cannot be used",
    meaning:
      "The record of the last apply, .docform/record.json, or a journal in .docform/runs cannot be read or written, or is not as docform wrote it. Without the record, identity comes from the manifests and the platform, and what cannot be read back is not known to have changed.",
    next: "Correct its rights, or move the file away: the next apply writes a new record, and a run without its journal cannot be shown or undone.",
    example: {
      files: { ...docsTeam, ".docform/record.json": "{\n" },
      seed: { teams: [{ title: "Docs" }] },
      line: "plan",
    },
  },
  DF5030: {
    title: "the run cannot be written down",
    meaning:
      "Before its first call, docform writes a journal into .docform/runs, so that a crash leaves nothing unknown and a run can be undone, and takes the lock .docform/lock. That failed, so nothing was sent.",
    next: "Make room on the disk, or make the folder .docform of the project writable, then run again.",
    example: {
      files: {
        ...docsTeam,
        ".docform": "A file, where a folder should be.\n",
      },
      line: "apply --yes",
    },
  },
  DF5031: {
    title: "the last run did not end",
    meaning:
      "The journal of the last run has no end. Where a process still holds its lock, the run goes on: plan again when it has ended. Else docform was killed, or the machine stopped, or its disk was full. Calls in doubt may have been carried out, and nobody has seen the answer. A plan reads the platform, so it sees what was done; what the run created is found again by what its journal says.",
    next: "Review the plan and apply it. docform runs show RUN says what the run did.",
    example: {
      files: {
        ...docsTeam,
        ".docform/runs/20251231-235900000-0a1b.jsonl": brokenOffJournal,
      },
      seed: { teams: [{ title: "Docs" }] },
      line: "plan",
    },
  },
  DF5033: {
    title: "the project is locked",
    meaning:
      "Another command works on this project, such as apply or pull, and two of them would disturb each other. The lock is where the state is: in the project folder, or in the place that docform.yaml names. docform takes over a lock in the folder when its process was on this machine and is gone. It cannot check a process of another machine or another container, nor one whose lock an older docform wrote. The named process may also be one that is taking over a lock.",
    next: "Wait until it has ended, or end its process, as the message says. If it surely runs no more, docform force-unlock with the id that the message names; of a process that is running here, it asks first.",
    example: {
      files: {
        ...docsTeam,
        ".docform/lock":
          '{ "id": "0a1b2c3d", "command": "apply", "by": "li", "host": "elsewhere", "pid": 7, "at": "2025-12-31T23:59:00.000Z" }\n',
      },
      line: "apply --yes",
    },
  },
  DF5034: {
    title: "a lock was taken over",
    meaning: "The run that held the lock is gone. docform took its lock over.",
    next: "Nothing: docform reads the journal of the run that was broken off.",
    example: {
      files: {
        ...docsTeam,
        ".docform/lock":
          '{ "id": "0a1b2c3d", "command": "apply", "by": "li", "host": "here", "pid": 7, "at": "2025-12-31T23:59:00.000Z" }\n',
      },
      line: "apply --yes",
    },
  },
  DF5035: {
    title: "no such run here",
    meaning:
      "The state has no journal with this id. Or the run was on another platform or edition of the API, on organizations that docform.yaml does not name, or of another project or a wider scope.",
    next: "See docform runs. Choose the environment of the run with --env, or its project folder with -C.",
    example: { files: docsTeam, line: "undo" },
  },
  DF5037: {
    title: "cannot be undone",
    meaning:
      "The API cannot bring back everything: an object that is created again has a new id, some fields cannot be cleared or read back, and values that must not be shown are not kept. A field that named a deleted object is set again only where the run changed that field. An object is not created again when a plan would take another one of that name for it.",
    next: "Do the rest by hand where it matters.",
    example: {
      files: manifest("teams:", "  docs: { title: Docs, absent: true }"),
      seed: { teams: [{ title: "Docs" }] },
      before: ["apply --yes"],
      line: "undo --yes",
    },
  },
  DF5038: {
    title: "changed after the run",
    meaning:
      "An undo takes back the run, and nothing else. A field, a membership, a place or an object that somebody changed after the run stays as it is. So does an object that the run may not have created, as the answer of its create was lost.",
    next: "Nothing, if it shall stay. To take it back too: docform undo RUN --overwrite ADDRESS.",
    example: {
      files: manifest("teams:", "  docs: { id: team_docs, title: Docs }"),
      seed: { teams: [{ id: "team_docs", title: "Writers" }] },
      before: ["apply --yes", "api updateTeam organizationId=org_acme teamId=team_docs title=Authors --yes"],
      line: "undo --yes",
    },
  },
  DF5039: {
    title: "two runs can be meant",
    meaning:
      "Without the id of a run, docform undo is about the last one. That is an undo that ended with failed calls. To go on with it, or to take back what it did, can be meant, and with --yes nobody is asked. Nothing was sent.",
    next: "Give the id of the run: the message has both commands.",
    example: {
      files: { ...docsTeam, ".docform/runs/20251231-235900000-0a1b.jsonl": failedUndo },
      line: "undo --yes",
    },
  },
  DF5040: {
    title: "the place of the state cannot be used",
    meaning:
      "docform.yaml keeps the state (the record, the lock and the journals of runs) in a Git ref, on a server or in a database. That place cannot be reached, refuses, or holds something else. Or another run has taken the lock or written the record meanwhile. Nothing is overwritten, and nothing is sent to the platform without a journal.",
    next: "Do what the message says. docform doctor checks the place of the state.",
    example: {
      files: {
        ...docsTeam,
        "docform.yaml": fileText("organizations:", "  acme: { id: org_acme }", "state: { postgres: {} }"),
      },
      line: "plan",
    },
  },
  DF5041: {
    title: "the record cannot be replaced so",
    meaning:
      "A record is replaced only by one that is of this platform, of the same lineage (the salt), and as new. docform state migrate copies into a place that has nothing else. docform state rm and mv take addresses that the record has. The address to move to must be free, and of the same kind. Nothing was written.",
    next: "See docform state list. To replace what is stored anyway, save it with docform state pull, then add --force to push or migrate.",
    example: {
      files: { ...docsTeam, "record.json": recordOfAnother },
      line: "state push record.json",
    },
  },
  DF5042: {
    title: "two projects in one place of the state",
    meaning:
      "Several projects with names can keep their records in one place, each its own part. Two of them may not manage the same: their scopes for an organization must not meet. And a project without a name has a place of its own. Nothing was read from the platform, and nothing changed.",
    next: "Do what the message says: write project: and scope:, make one scope narrower, or keep the state elsewhere.",
    example: {
      files: {
        ...docsTeam,
        ".docform/record.json": recordOfProject,
      },
      line: "plan",
    },
  },
  DF5043: {
    title: "no queue for workers",
    meaning:
      "docform worker, and apply and drift with --engine postgres, share a queue in the PostgreSQL database of the state. A worker takes only what is of its own commit. The state is elsewhere, or the project is not as it is in the commit that is checked out.",
    next: "Write state: { postgres: {} } into docform.yaml, set DOCFORM_STATE_URL, and commit all changes of the project.",
    example: { files: docsTeam, line: "worker --once" },
  },
} as const satisfies DiagnosticInfos;
