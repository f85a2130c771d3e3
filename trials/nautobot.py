"""Nautobot, as `nautobot-server` starts it, filled by its own factories."""

from __future__ import annotations

import os
import tempfile
from importlib import import_module
from pathlib import Path
from typing import Any

from trials.engine import redis
from trials.engine.project import POSTGRESQL, Project

# `nautobot-server generate_test_data` makes ten times as many, and takes as much longer.
FACTORIES = """
extras: Role 10, Status 5, Tag 5
users: User 5
extras: SavedView 5, Contact 5, Team 5
tenancy: TenantGroup 5, Tenant 10
dcim: LocationType 7, Location 7, Controller 1, ControllerManagedDeviceGroup 5
ipam: RIR 5, RouteTarget 5, Namespace 5, VRF 5, VLANGroup 5, VLAN 20
dcim: DeviceFamily 5, Manufacturer 8, Platform 10, SoftwareVersion 10
extras: ExternalIntegration 5
dcim: SoftwareImageFile 10, DeviceType 15, ModuleType 10
dcim: ConsolePortTemplate 15, ConsoleServerPortTemplate 15, RearPortTemplate 15
dcim: FrontPortTemplate 10, InterfaceTemplate 20, PowerPortTemplate 15, PowerOutletTemplate 10
dcim: ModuleBayTemplate 10, DeviceRedundancyGroup 5, Device 20, VirtualDeviceContext 10, Module 10
dcim: Controller 5
cloud: CloudAccount 5, CloudResourceType 5, CloudNetwork 5, CloudService 5
circuits: CircuitType 10, Provider 10, ProviderNetwork 5, Circuit 20, CircuitTermination 10
wireless: SupportedDataRate 5, RadioProfile 5, WirelessNetwork 5
vpn: VPNPhase1Policy 5, VPNPhase2Policy 5, VPNProfile 5, VPN 5
extras: JobQueue 5, DynamicGroup 5, ObjectChange 20, JobResult 10, JobLogEntry 20
"""
PREFIXES = ("10.0.0.0/16", "2001:db8::/64")


def set_up() -> None:
    os.environ |= {
        "NAUTOBOT_ROOT": str(Path(tempfile.gettempdir(), "trial-of-nautobot")),
        "NAUTOBOT_REDIS_SCHEME": "unix",
        "NAUTOBOT_REDIS_HOST": os.environ["REDIS_SOCKET"],
    }
    import nautobot

    nautobot.setup(str(Path(__file__).with_name("nautobot_settings.py")))


def fill() -> None:
    import factory.random

    factory.random.reseed_random("trial")
    statuses_and_roles()
    for line in FACTORIES.strip().splitlines():
        app, _, counts = line.partition(": ")
        module = import_module(f"nautobot.{app}.factory")
        for count in counts.split(", "):
            model, _, number = count.partition(" ")
            # The first location of each type is made in the order in which they nest.
            options = {"has_parent": True} if model == "Location" else {}
            getattr(module, f"{model}Factory").create_batch(int(number), **options)
        if "VLAN 20" in line:
            prefixes(module)


def statuses_and_roles() -> None:
    """Make those that come with Nautobot, which its migrations make."""
    from nautobot.extras.management import populate_role_choices, populate_status_choices

    populate_status_choices(verbosity=0)
    populate_role_choices(verbosity=0)


def prefixes(ipam: Any) -> None:
    for prefix in PREFIXES:
        ipam.PrefixFactory.create(prefix=prefix, type="container")


def admin() -> Any:
    from nautobot.users.models import User

    return User.objects.get_or_create(username="admin", is_superuser=True, is_staff=True)[0]


PROJECT = Project(
    set_up,
    fill,
    admin,
    api="/api/",
    size="limit",
    servers=POSTGRESQL | {"REDIS_SOCKET": redis.server},
    versions=("nautobot", "psycopg2-binary"),
    bases=(
        "nautobot.core.api.views.ModelViewSet",
        "nautobot.core.api.views.ReadOnlyModelViewSet",
    ),
)
