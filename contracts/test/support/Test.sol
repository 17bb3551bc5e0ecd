// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @dev The cheatcodes of forge that these tests use: https://getfoundry.sh/reference/cheatcodes/overview
interface Vm {
    struct Log {
        bytes32[] topics;
        bytes data;
        address emitter;
    }

    function assertEq(address left, address right, string calldata message) external pure;
    function assertEq(bool left, bool right, string calldata message) external pure;
    function assertEq(bytes32 left, bytes32 right, string calldata message) external pure;
    function assertEq(bytes calldata left, bytes calldata right, string calldata message) external pure;
    function assertEq(uint256 left, uint256 right, string calldata message) external pure;
    function assertGe(uint256 left, uint256 right, string calldata message) external pure;
    function assertLe(uint256 left, uint256 right, string calldata message) external pure;
    function assume(bool condition) external pure;
    function deal(address account, uint256 balance) external;
    function etch(address target, bytes calldata code) external;
    function expectEmit(address emitter) external;
    function expectRevert() external;
    function expectRevert(bytes calldata revertData) external;
    function expectRevert(bytes calldata revertData, address reverter) external;
    function getRecordedLogs() external returns (Log[] memory logs);
    function label(address account, string calldata name) external;
    function prank(address sender) external;
    function recordLogs() external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 timestamp) external;
}

abstract contract Test {
    Vm internal constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    function account(string memory name) internal returns (address made) {
        made = address(uint160(uint256(keccak256(bytes(name)))));
        vm.label(made, name);
    }

    /// @dev Maps any number into the range, both ends included.
    function within(uint256 number, uint256 low, uint256 high) internal pure returns (uint256) {
        return high - low == type(uint256).max ? number : low + number % (high - low + 1);
    }
}

/// @dev Registers the contracts that forge calls in an invariant test.
abstract contract InvariantTest is Test {
    struct FuzzSelector {
        address addr;
        bytes4[] selectors;
    }

    address[] private _targets;
    FuzzSelector[] private _selectors;

    function target(address handler) internal {
        _targets.push(handler);
    }

    /// @dev Calls only these two functions of the handler.
    function target(address handler, bytes4 one, bytes4 other) internal {
        target(handler);
        FuzzSelector storage selector = _selectors.push();
        selector.addr = handler;
        selector.selectors.push(one);
        selector.selectors.push(other);
    }

    function targetContracts() external view returns (address[] memory) {
        return _targets;
    }

    function targetSelectors() external view returns (FuzzSelector[] memory) {
        return _selectors;
    }
}
