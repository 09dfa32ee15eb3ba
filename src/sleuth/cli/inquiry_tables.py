"""Inquiries in a terminal, in Swedish as their documents are: stages and why, timelines, people and bodies."""

import shutil
import textwrap
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sleuth.cli.output import print_json, say

if TYPE_CHECKING:
    from psycopg import Connection

    from sleuth.agents.detectives.views import Shown
    from sleuth.store.inquiries.entities import Merge
    from sleuth.store.inquiries.processes import Process

_SHOWN = 6  # new events of a process in the report; `sleuth timeline` shows all


def print_report(
    connection: "Connection", project_id: int, report: dict[str, Any], told: Sequence[dict[str, Any]]
) -> None:
    """In Swedish: each process with its stage and why, and what is new."""
    from sleuth.store.inquiries.processes import list_processes

    processes = {process.key: process for process in list_processes(connection, project_id)}
    new = {item["process"]: item for item in told}
    for detail in report["details"]:
        process = processes[detail["process_key"]]
        _print_process(process)
        if detail["action"] == "timeout":
            say(f"  Väntetiden tog slut ({detail['reason']}); läsningen fortsätter och hämtas nästa gång.")
        elif detail["reason"].startswith("Agent task failed"):
            say(f"  En läsning misslyckades: {detail['reason'].partition(': ')[2]}")
        item = new.get(process.key)
        if item is None:
            say("  Inget nytt sedan förra gången.")
        else:
            _print_news(item)
        say()
    if not report["details"]:
        say("Inga utredningar hittades. Lägg till betänkanden (SOU) eller direktiv med `sleuth add`.")
        return
    summary = report["summary"]
    stages = f", {summary['stages_updated']} i nytt skede" if summary["stages_updated"] else ""
    count = summary["processes_analyzed"]
    processes_ = "utredning" if count == 1 else "utredningar"
    say(f"{count} {processes_}{stages}. `sleuth timeline` och `sleuth entities` visar allt.")


def _print_process(process: "Process") -> None:
    from sleuth.agents.detectives.views import label

    say(f"{process.key}  {process.title}")
    stage = label("stages", process.stage) if process.stage else "Skedet är inte känt"
    ministry = f" · {process.ministry}" if process.ministry else ""
    say(f"  {stage}{ministry}")
    if process.stage_explanation:
        say(f"  {process.stage_explanation}")


def _print_news(item: dict[str, Any]) -> None:
    from sleuth.agents.detectives.views import label

    if item["stage"]:
        before = label("stages", item["stage"]["previous"]) or "okänt"
        say(f"  Nytt skede: {before} → {label('stages', item['stage']['new'])}")
    if item["events"]:
        say(f"  Nya händelser: {len(item['events'])}")
        for event in item["events"][-_SHOWN:]:
            of = f" {event['subject']}" if event["subject"] else ""
            say(f"    {event['stated']}: {label('events', event['event_type'])}{of}  ({_place(event)})")
    people = [entity for entity in item["entities"] if entity["type"] == "person"]
    others = len(item["entities"]) - len(people)
    if people:
        leads = [one for one in people if one["relation"] in ("led_by", "formerly_led_by")]
        rest = f" och {len(people) - len(leads)} till" if len(people) > len(leads) else ""
        named = ", ".join(f"{one['name']} ({one['role']})" for one in leads)
        say(f"  Nya personer: {named}{rest}" if leads else f"  Nya personer: {len(people)}")
    if others:
        say(f"  Nya organ och författningar: {others}")


def _place(shape: dict[str, Any]) -> str:
    return f"{shape['filename']}, s. {shape['source_page']}"


def print_timeline(shown: "Sequence[Shown]", processes: "Mapping[str, Process]") -> None:
    """Each process with its events: date, what it was, its place, and the words that prove it."""
    from sleuth.agents.detectives.views import label, shown_date

    for key, process in processes.items():
        _print_process(process)
        say()
        for one in (one for one in shown if one.best.process == key):
            event = one.best
            of = f" {event.subject}" if event.subject else ""
            more = f", och {len(one.others)} till" if one.others else ""
            place = f"{event.filename}, s. {event.source_page}{more}"
            say(f"  {shown_date(event):>18}  {label('events', event.event_type)}{of}  ({place})")
            _print_quote(event.source_excerpt, 22)
        say()
    if not shown:
        say("Inga händelser. `sleuth investigate` läser projektets utredningar.")


def _print_quote(excerpt: str, indent: int) -> None:
    width = max(40, min(shutil.get_terminal_size().columns, 120) - indent)
    for line in textwrap.wrap(f"”{' '.join(excerpt.split())}”", width):
        say(f"{'':{indent}}{line}")


def print_entities(shown: "Sequence[Shown]", processes: "Mapping[str, Process]", everything: bool) -> None:
    """Each process with who leads it, who did, and what else it is connected with."""
    from sleuth.agents.detectives.views import label

    for key, process in processes.items():
        _print_process(process)
        of_process = [one for one in shown if one.best.process == key]
        for relation in dict.fromkeys(one.relation for one in of_process):
            group = [one for one in of_process if one.relation == relation]
            say()
            if relation in ("related_to", "refers_to") and not everything:
                say(f"  {label('relations', relation)}: {len(group)} (--all visar dem)")
                continue
            say(f"  {label('relations', relation)}")
            for one in group:
                say(f"    {_entity_line(one)}")
        say()
    if not shown:
        say("Inga personer eller organ. `sleuth investigate` läser projektets utredningar.")


def _entity_line(one: "Shown") -> str:
    from sleuth.agents.detectives.views import period

    entity = one.best
    role = f", {entity.role}" if entity.type == "person" else ""
    when = f"  {period(entity)}" if period(entity) else ""
    return f"{entity.name}{role}{when}  ({entity.filename}, s. {entity.source_page})"


def print_merges(found: "Sequence[Merge]", json: bool) -> None:
    """Which names were taken for one, why, and by whom."""
    if json:
        names = ("id", "kept_name", "merged_name", "reason", "by_whom", "undone")
        print_json([{name: getattr(merge, name) for name in names} for merge in found])
        return
    for merge in found:
        undone = "  (ogjord)" if merge.undone else f"  (--unmerge {merge.id})"
        say(f"{merge.merged_name} = {merge.kept_name}: {merge.reason}; {merge.by_whom}{undone}")
    if not found:
        say("Inga namn har förts samman.")
